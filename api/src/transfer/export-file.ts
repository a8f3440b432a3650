import { stringify } from 'csv-stringify/sync'
import { QUESTION_NAMES } from '../../contract/waitlist.ts'
import type { Person } from '../people/person.ts'

export const FORMATS = ['csv', 'ndjson'] as const
export type Format = (typeof FORMATS)[number]

const COLUMNS = [...QUESTION_NAMES, 'joined_at', 'confirmed_at', 'source']

const CSV = { columns: COLUMNS, escape_formulas: true, record_delimiter: 'windows' } as const

/** The first line of a CSV file. */
export const csvHeader = (): string => stringify([], { ...CSV, header: true })

const pick = (person: Person) =>
  Object.fromEntries(COLUMNS.map((name) => [name, person[name] ?? null]))

/** A line for each person. */
export const linesOf = (people: readonly Person[], format: Format): string =>
  format === 'csv'
    ? stringify([...people], CSV)
    : people.map((person) => `${JSON.stringify(pick(person))}\n`).join('')
