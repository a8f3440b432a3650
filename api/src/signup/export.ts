import { stringify } from 'csv-stringify/sync'
import { QUESTION_NAMES } from '../../contract/waitlist.ts'
import type { Session } from '../session.ts'
import { listedPeople } from './list.ts'

export const FORMATS = ['csv', 'ndjson'] as const
export type Format = (typeof FORMATS)[number]

const COLUMNS = [...QUESTION_NAMES, 'joined_at', 'confirmed_at', 'source']

const CSV = { columns: COLUMNS, escape_formulas: true, record_delimiter: 'windows' } as const

/** People on the list in order of arrival, in portions of text. Needs a snapshot transaction. */
export async function* exportPeople(
  session: Session,
  format: Format,
  onProgress: (people: number) => void = () => {},
): AsyncGenerator<string> {
  let written = 0
  if (format === 'csv') yield stringify([], { ...CSV, header: true })
  for await (const people of listedPeople(session)) {
    yield format === 'csv'
      ? stringify(people, CSV)
      : people.map((person) => `${JSON.stringify(pick(person))}\n`).join('')
    written += people.length
    onProgress(written)
  }
}

const pick = (person: Readonly<Record<string, string | null>>) =>
  Object.fromEntries(COLUMNS.map((name) => [name, person[name] ?? null]))
