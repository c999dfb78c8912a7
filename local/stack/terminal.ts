/** What the program that runs the stack says to the person at the terminal. */
export interface Terminal {
  /** What is being done; on a terminal each phrase replaces the one before. */
  progress(phrase: string): void;
  say(text: string): void;
  complain(text: string): void;
}

/** Progress and messages on the standard output, complaints on the standard error. */
export function openTerminal(): Terminal {
  const live = process.stdout.isTTY;
  let shown = '';
  // A terminal that was closed must not keep the stack from stopping in order.
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
    say(text) {
      eraseProgress();
      process.stdout.write(`${text}\n`);
    },
    complain(text) {
      eraseProgress();
      process.stderr.write(`${text}\n`);
    },
  };
}
