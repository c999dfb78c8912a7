import { appendFileSync } from 'node:fs';

/**
 * Opens the log of a part. A line that can't be written, such as on a full disk, is dropped; the first
 * of them is reported, and so is the first that can be written again.
 * @param file created by its first line
 * @param complain reports it, in words for the developer
 * @returns appends a line
 */
export function openPartLog(
  file: string,
  complain: (message: string) => void,
): (line: string) => void {
  let failing = false;
  return (line) => {
    try {
      // Opened for each line, so that it goes on as soon as there is space, whatever became of the file.
      appendFileSync(file, `${line}\n`);
      if (failing) complain(`The log ${file} is being written again.`);
      failing = false;
    } catch (error) {
      if (!failing)
        complain(`Couldn't write the log ${file}: ${reason(error)}. Going on without it.`);
      failing = true;
    }
  };
}

function reason(error: unknown): string {
  const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
  return full ? 'the disk is full' : String(error);
}
