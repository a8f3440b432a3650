import { OwnerError } from '../../contract/owner-error.ts'

/**
 * Ends the build if checks found problems.
 * @param problems - messages, each with its place
 * @throws OwnerError with all of them
 */
export function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return
  const list = problems.map((problem) => `  - ${problem}`).join('\n')
  throw new OwnerError(`The site was not built. Fix its content first:\n${list}`)
}
