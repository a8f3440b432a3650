/**
 * Ends the build when checks have found something.
 *
 * @param problems - sentences, each with its place
 * @throws Error with all of them
 */
export function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return
  throw new Error(
    `The site is not built: its content has to be mended first.\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
  )
}
