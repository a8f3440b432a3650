/**
 * A person's columns in display order, apart from the address and the answers. A new column needs an entry here and a
 * migration that adds it to `people`. `show`, the board and the person's own page show every column, except that the
 * page leaves out `invite_code`. Columns that are derived from emails are SQL functions on the person's row
 * (migrations/functions).
 */
interface Column {
  /** A string, or an ISO 8601 time in UTC. */
  readonly type: 'text' | 'time'
  /** The label for owners. The labels on the person's page are in words.ts. */
  readonly label: string
  /** True if exports and imports contain the column. */
  readonly portable?: true
  /** True if webhooks contain the column. */
  readonly webhook?: true
}

// biome-ignore format: a table reads best with a line per column
export const COLUMNS = {
  joined_at: { type: 'time', label: 'Joined', portable: true, webhook: true },
  confirmed_at: { type: 'time', label: 'Confirmed', portable: true, webhook: true },
  source: { type: 'text', label: 'Source', portable: true, webhook: true },
  referral_code: { type: 'text', label: 'Referral code', portable: true },
  consent: { type: 'text', label: 'Consent', webhook: true },
  consented_at: { type: 'time', label: 'Consented', webhook: true },
  left_at: { type: 'time', label: 'Left', webhook: true },
  rejoined_at: { type: 'time', label: 'Joined again' },
  invited_at: { type: 'time', label: 'Invited' },
  invite_code: { type: 'text', label: 'Invitation code' },
  claimed_at: { type: 'time', label: 'Claimed', portable: true, webhook: true },
  welcomed_at: { type: 'time', label: 'Welcomed' },
  undeliverable_at: { type: 'time', label: 'Undeliverable' },
  corrected_at: { type: 'time', label: 'Corrected' },
} as const satisfies Record<string, Column>

/** The number of friends who have confirmed, derived from those friends' sources. */
export const REFERRALS = {
  name: 'referrals',
  label: 'Referrals',
} as const

export type ColumnName = keyof typeof COLUMNS

export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly ColumnName[]

/** A person's values. Only `joined_at` is never null. */
export type Columns = {
  readonly [Name in ColumnName]: Name extends 'joined_at' ? string : string | null
}

type NamesWith<Surface extends 'portable' | 'webhook'> = {
  [Name in ColumnName]: (typeof COLUMNS)[Name] extends { [Key in Surface]: true } ? Name : never
}[ColumnName]

export type PortableName = NamesWith<'portable'>

export const PORTABLE_NAMES = COLUMN_NAMES.filter(
  (name): name is PortableName => 'portable' in COLUMNS[name],
)

export const WEBHOOK_NAMES = COLUMN_NAMES.filter((name) => 'webhook' in COLUMNS[name])

const isColumn = (name: string): name is ColumnName => Object.hasOwn(COLUMNS, name)

/** Returns whether a person's property is a time. Answers to former questions can have any name. */
export const isTime = (name: string): boolean => isColumn(name) && COLUMNS[name].type === 'time'

/** Returns a column's label for owners, or undefined for a person's other properties. */
export function columnLabel(name: string): string | undefined {
  if (name === REFERRALS.name) return REFERRALS.label
  return isColumn(name) ? COLUMNS[name].label : undefined
}
