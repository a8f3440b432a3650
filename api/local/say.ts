/** Prints a line for the person at the terminal. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Prints what went wrong. */
export const complain = (line: string): void => {
  process.stderr.write(`${line}\n`)
}
