import type { Session } from '../database/session.ts'
import { listedPeople } from '../people/list.ts'
import { csvHeader, type Format, linesOf } from './export-file.ts'

/** People on the list in order of arrival, in portions of text. Needs a snapshot transaction. */
export async function* exportPeople(
  session: Session,
  format: Format,
  onProgress: (people: number) => void = () => {},
): AsyncGenerator<string> {
  let written = 0
  if (format === 'csv') yield csvHeader()
  for await (const people of listedPeople(session)) {
    yield linesOf(people, format)
    written += people.length
    onProgress(written)
  }
}
