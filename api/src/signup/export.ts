import type { Session } from '../session.ts'
import { csvHeader, type Format, linesOf } from './export-file.ts'
import { listedPeople } from './list.ts'

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
