import type { Session } from '../../database/session.ts'
import type { Context } from '../context.ts'

/**
 * The result of a check. A problem has a fix: a command, a DNS record, or what to do. What a site needs
 * before it goes live has one as well, but is no problem of a trial.
 */
export interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly found: string
  readonly fix?: string
  readonly before_live?: true
}

/** A result without the name of its check; a fix makes it a problem, unless it is for going live. */
export type Result = readonly [found: string, fix?: string, when?: 'before live']

/** Checks by their names. */
export type Checks<Arguments extends readonly unknown[]> = Readonly<
  Record<string, (...given: Arguments) => Promise<readonly Result[]>>
>

export type DatabaseChecks = Checks<[session: Session, context: Context]>

export const named = (check: string, results: readonly Result[]): Finding[] =>
  results.map(([found, fix, when]) => ({
    check,
    ok: fix === undefined || when !== undefined,
    found,
    ...(fix && { fix }),
    ...(when && { before_live: true }),
  }))

/** Runs checks one after the other. */
export async function runChecks<Arguments extends readonly unknown[]>(
  checks: Checks<Arguments>,
  ...given: Arguments
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [name, check] of Object.entries(checks)) {
    findings.push(...named(name, await check(...given)))
  }
  return findings
}

/** Whether the migrations have created a table; otherwise the check of the migrations says so. */
export async function hasTable(session: Session, table: string): Promise<boolean> {
  const [row] = await session.query<{ missing: boolean }>(
    'SELECT to_regclass($1) IS NULL AS missing',
    [table],
  )
  return row?.missing === false
}
