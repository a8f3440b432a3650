/** What a site needs before it goes live is no problem of a trial. */
type Level = 'problem' | 'before live' | 'ok'

export interface Finding {
  readonly level: Level
  readonly found: string
  /** What to do: a command, a DNS record, or a sentence. */
  readonly fix?: string
}

/** None when the check does not apply. */
export type Findings = Finding | readonly Finding[]

const toFix =
  (level: Level) =>
  (found: string, fix: string): Finding => ({ level, found, fix })

export const ok = (found: string): Finding => ({ level: 'ok', found })
export const problem = toFix('problem')
export const beforeLive = toFix('before live')

/** A problem of a public site only. */
export const onceLive = (isTrial: boolean) => (isTrial ? beforeLive : problem)

export const NOT_BUILT = problem(
  'unknown: the site is not built yet',
  'Start the site once, or run npm run build.',
)
