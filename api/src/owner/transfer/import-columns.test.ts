import { describe, expect, test } from 'vitest'
import { newPerson } from '../../../../tests/support/people.ts'
import { meaningOf } from './import-columns.ts'
import { readRecord } from './import-record.ts'

test.each<[column: string, name: string | undefined]>([
  [' First  Name ', 'first_name'],
  ['last-name', 'last_name'],
  ['E-Mail', 'email'],
  ['Subscriber', 'email'],
  ['FNAME', 'first_name'],
  ['Name', 'whole name'],
  ['Joined at', 'joined_at'],
  ...[
    ...['Opt-in time', 'Subscription date', 'Subscribed at', 'Subscribed on', 'Subscribe Date'],
    ...['Created', 'Created time', 'createdAt', 'Create Date', 'Creation date', 'Date created'],
    ...['Submitted at', 'Submission Date', 'Submit Date (UTC)', 'Date added', 'Added on', 'Added'],
    ...['Signup Date', 'Signed up at', 'Sign-up time', 'Date joined', 'Registration date'],
    ...['Profile Created On', 'Timestamp', 'Date', 'Date and time'],
    ...['Created (UTC)', 'Joined', 'Joined on', 'Date of registration'],
  ].map((column): [string, string] => [column, 'joined_at']),
  ['CONFIRM_TIME', 'confirmed_at'],
  ['utm_source', 'source'],
  ['subscribed_to_emails', undefined],
  ['unsubscribed_at', undefined],
  ...[
    ...['Subscription', 'Subscribed', 'Subscriber status', 'Created by', 'Submission ID'],
    ...['Updated at', 'Last modified time', 'Birth date', 'Expiration date', 'Time zone', 'Time'],
  ].map((column): [string, undefined] => [column, undefined]),
  ['__proto__', undefined],
  ['website', undefined],
  ['', undefined],
])('an imported column named %j is read as %s', (column, name) => {
  expect(meaningOf(column)).toBe(name)
})

const ADA = newPerson({ email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' })
const { first_name, last_name, email, ...OTHERS } = ADA

const read = (columns: Readonly<Record<string, unknown>>) =>
  readRecord(Object.entries({ ...OTHERS, ...columns }), {})

const NAME = { 'First Name': first_name, 'Last Name': last_name }

test.each([
  ['Mailchimp', { 'Email Address': email, ...NAME, OPTIN_TIME: '2026-01-05 12:30:00' }],
  [
    'MailerLite',
    { Subscriber: email, Name: 'Ada', 'Last name': 'Lovelace', subscribed_at: '2026-01-05 12:30' },
  ],
  ['Ghost', { email, name: 'Ada Lovelace', created_at: '2026-01-05T12:30:00.0Z' }],
  ['Notion', { Email: email, Name: 'Ada Lovelace', 'Created time': 'January 5, 2026 12:30 PM' }],
  ['Tally', { Email: email, ...NAME, 'Submitted at': '2026-01-05 12:30:00' }],
])('the columns of an export from %s are recognized', (_tool, columns) => {
  expect(read(columns)).toMatchObject({
    email,
    answers: { first_name, last_name },
    columns: { joined_at: '2026-01-05T12:30:00.0Z' },
  })
})

test.each([
  { Email: email, 'E-Mail': 'eve@example.com' },
  { 'E-Mail': null, Email: email, email: ' ' },
  { 'Email Address': email, email: 'eve@example.com' },
  { Email: '', Subscriber: email },
])(
  'if several columns match a question, the first one with a value gives the answer: %j',
  (columns) => {
    expect(read({ ...NAME, ...columns })).toMatchObject({ email })
  },
)

describe('splitting names', () => {
  test.each([
    [{ full_name: ' Ada  King Lovelace ' }, 'Ada', 'King Lovelace'],
    [{ Name: 'Ada King', 'Last name': 'Lovelace' }, 'Ada King', 'Lovelace'],
    [{ Name: 'Ada Lovelace', 'Last name': 'Lovelace' }, 'Ada', 'Lovelace'],
    [{ Name: 'Eve Adams', first_name, last_name }, 'Ada', 'Lovelace'],
  ])('a full name fills in a missing first or last name: %j', (columns, first, last) => {
    expect(read({ email, ...columns })).toMatchObject({
      answers: { first_name: first, last_name: last },
    })
  })

  test('a full name of one word does not fill in the last name', () => {
    const cells = Object.entries({ ...OTHERS, email, name: 'Ada' })
    expect(readRecord(cells, {})).toBe('last_name: the file has no such column')
    expect(readRecord(cells, { defaults: { last_name } })).toMatchObject({
      answers: { first_name, last_name },
    })
  })
})
