/**
 * What is stored about a person beside the address and the answers, in the order in which it is shown.
 * A new column needs a migration that adds it to `signups`, and an entry. Every column is shown by
 * `show`, by the board and on the person's own page, and travels in a backup.
 */
interface Column {
  /** A text, or a time in ISO 8601, UTC. */
  readonly type: 'text' | 'time'
  /** For operators. */
  readonly label: string
  /** For the person, on the page that shows what is held. */
  readonly held: string
  /**
   * Which of two versions of a person has the value that a restore keeps: the one that joined, agreed
   * or was invited first, or the one with the earlier or later time. A leaving ends with a later
   * confirmation. With `first known`, the other version's value fills in a missing one.
   */
  readonly restore:
    | 'first'
    | 'first known'
    | 'first consent'
    | 'first invitation'
    | 'earliest'
    | 'latest'
    | 'until confirmed'
  /** Also in exports, imports and the view `people`. */
  readonly portable: boolean
  /** Also in the events of webhooks. */
  readonly webhook: boolean
  /** Written by the form: a text as it was sent, a time as the time of the signup. */
  readonly form?: true
}

export const COLUMNS = {
  joined_at: {
    type: 'time',
    label: 'Joined',
    held: 'Joined the waitlist',
    restore: 'earliest',
    portable: true,
    webhook: true,
  },
  confirmed_at: {
    type: 'time',
    label: 'Confirmed',
    held: 'Confirmed the address',
    restore: 'latest',
    portable: true,
    webhook: true,
  },
  source: {
    type: 'text',
    label: 'Source',
    held: 'Where you came from',
    restore: 'first',
    portable: true,
    webhook: true,
    form: true,
  },
  referral_code: {
    type: 'text',
    label: 'Referral code',
    held: 'The code of your link for friends',
    restore: 'first known',
    portable: true,
    webhook: false,
  },
  agreed_to: {
    type: 'text',
    label: 'Agreed to',
    held: 'Version of the text that you agreed to',
    restore: 'first consent',
    portable: false,
    webhook: true,
    form: true,
  },
  agreed_at: {
    type: 'time',
    label: 'Agreed',
    held: 'Agreed to it',
    restore: 'earliest',
    portable: false,
    webhook: true,
    form: true,
  },
  left_at: {
    type: 'time',
    label: 'Left',
    held: 'Left the waitlist',
    restore: 'until confirmed',
    portable: false,
    webhook: true,
  },
  invited_at: {
    type: 'time',
    label: 'Invited',
    held: 'Invited',
    restore: 'earliest',
    portable: false,
    webhook: false,
  },
  invite_code: {
    type: 'text',
    label: 'Invitation code',
    held: 'Code of your invitation',
    restore: 'first invitation',
    portable: false,
    webhook: false,
  },
  welcomed_at: {
    type: 'time',
    label: 'Welcomed',
    held: 'Welcome email sent',
    restore: 'earliest',
    portable: false,
    webhook: false,
  },
  undeliverable_at: {
    type: 'time',
    label: 'Undeliverable',
    held: 'An email came back',
    restore: 'earliest',
    portable: false,
    webhook: false,
  },
  corrected_at: {
    type: 'time',
    label: 'Corrected',
    held: 'Last corrected by us',
    restore: 'latest',
    portable: false,
    webhook: false,
  },
  released_at: {
    type: 'time',
    label: 'Released',
    held: 'Released from quarantine',
    restore: 'latest',
    portable: false,
    webhook: false,
  },
} as const satisfies Record<string, Column>

/** The number of friends who have confirmed, which follows from their sources. */
export const REFERRALS = {
  name: 'referrals',
  label: 'Referrals',
  held: 'Friends who have confirmed',
} as const

export type ColumnName = keyof typeof COLUMNS

export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly ColumnName[]

/** The values of a person. Only the time of joining is there from the start. */
export type Columns = {
  readonly [Name in ColumnName]: Name extends 'joined_at' ? string : string | null
}

type NamesWith<Surface extends 'portable' | 'webhook'> = {
  [Name in ColumnName]: (typeof COLUMNS)[Name][Surface] extends true ? Name : never
}[ColumnName]

export type PortableName = NamesWith<'portable'>

export const PORTABLE_NAMES = COLUMN_NAMES.filter(
  (name): name is PortableName => COLUMNS[name].portable,
)

type FormName = {
  [Name in ColumnName]: (typeof COLUMNS)[Name] extends { form: true } ? Name : never
}[ColumnName]

/** The columns that the form writes. */
export const FORM_NAMES = COLUMN_NAMES.filter((name): name is FormName => 'form' in COLUMNS[name])

/** The texts of a signup that its fields do not have. */
export type FormTexts = {
  readonly [Name in FormName as (typeof COLUMNS)[Name]['type'] extends 'text' ? Name : never]:
    | string
    | null
}

export const WEBHOOK_NAMES = COLUMN_NAMES.filter((name) => COLUMNS[name].webhook)

const isColumn = (name: string): name is ColumnName => Object.hasOwn(COLUMNS, name)

/** Whether a member of a person is a time. Answers to former questions can have any name. */
export const isTime = (name: string): boolean => isColumn(name) && COLUMNS[name].type === 'time'

/** The operators' label of a column, or undefined for another member of a person. */
export function columnLabel(name: string): string | undefined {
  if (name === REFERRALS.name) return REFERRALS.label
  return isColumn(name) ? COLUMNS[name].label : undefined
}
