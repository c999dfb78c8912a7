/** The output of a command to the terminal or a log. */
export interface Terminal {
  /** Shows what is being done; on a terminal, each phrase replaces the previous one. */
  progress(phrase: string): void;
  /** Prints to standard output. */
  print(text: string): void;
  /** Prints to standard error. */
  printError(text: string): void;
}

export function openTerminal(): Terminal {
  const live = process.stdout.isTTY;
  let shown = '';
  // A closed terminal must not prevent an orderly stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const eraseProgress = () => {
    if (live && shown !== '') process.stdout.write('\r\u001B[2K');
    shown = '';
  };
  return {
    progress(phrase) {
      if (phrase === shown) return;
      eraseProgress();
      process.stdout.write(live ? `${phrase} …` : `${phrase} …\n`);
      shown = phrase;
    },
    print(text) {
      eraseProgress();
      process.stdout.write(`${text}\n`);
    },
    printError(text) {
      eraseProgress();
      process.stderr.write(`${text}\n`);
    },
  };
}
