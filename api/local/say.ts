// A terminal that was closed, or a `tee` that Ctrl-C has ended, takes no more lines. What was
// started has to be stopped all the same.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

/** Prints a line for the person at the terminal. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Prints what went wrong. */
export const complain = (line: string): void => {
  process.stderr.write(`${line}\n`)
}
