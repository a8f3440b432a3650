import { explain } from '../../system/explain.ts'

/** The kinds of findings, worst first. A `problem` must be fixed now; a `to do` is harmless during a trial. */
export const LEVELS = ['problem', 'to do', 'ok'] as const
export type Level = (typeof LEVELS)[number]

export interface Finding {
  readonly level: Level
  readonly found: string
  /** A command, a DNS record or advice that solves the problem. */
  readonly fix?: string
}

export interface Named extends Finding {
  readonly check: string
}

/** An empty list means that the check does not apply. */
type Findings = Finding | readonly Finding[]

/** The checks for one part of the site, by name, in the order in which they run. */
export type Checks<Part> = Readonly<Record<string, (part: Part) => Findings | Promise<Findings>>>

export const judge = (
  isFine: boolean,
  found: string,
  fix: string,
  level: Level = 'problem',
): Finding => (isFine ? ok(found) : { level, found, fix })

export const ok = (found: string): Finding => ({ level: 'ok', found })
export const problem = (found: string, fix: string) => judge(false, found, fix)
export const toDo = (found: string, fix: string) => judge(false, found, fix, 'to do')

/** Runs the checks one after the other. If one throws an error, the others still run. */
export async function run<Part>(checks: Checks<Part>, part: Part): Promise<Named[]> {
  const findings: Named[] = []
  for (const [check, examine] of Object.entries(checks)) {
    const found = await Promise.resolve(part)
      .then(examine)
      .catch((error) => problem(explain(error), 'See docs/troubleshoot.md.'))
    findings.push(...[found].flat().map((finding) => ({ check, ...finding })))
  }
  return findings
}
