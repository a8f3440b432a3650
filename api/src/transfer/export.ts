import { PORTABLE_NAMES, REFERRALS } from '../../../contract/waitlist.ts'
import type { Session } from '../database/session.ts'
import { listedPeople } from '../people/list.ts'
import { csvHeader, type Format, linesOf } from './export-file.ts'

interface ExportOptions {
  /** Whether REFERRALS is on. */
  readonly referrals?: boolean
  readonly onProgress?: (people: number) => void
}

/** People on the list in order of arrival, in portions of text. Needs a snapshot transaction. */
export async function* exportPeople(
  session: Session,
  format: Format,
  { referrals = true, onProgress = () => {} }: ExportOptions = {},
): AsyncGenerator<string> {
  let written = 0
  if (format === 'csv') yield csvHeader(referrals)
  // counting the friends of everybody takes its time
  const names = [...PORTABLE_NAMES, ...(referrals ? [REFERRALS.name] : [])]
  for await (const people of listedPeople(session, names)) {
    yield linesOf(people, format, referrals)
    written += people.length
    onProgress(written)
  }
}
