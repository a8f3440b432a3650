// Guards import-files.

import { describe, expect, test } from 'vitest'
import { newPerson } from '../../../tests/support/people.ts'
import { columnName, readRecord } from './import-record.ts'

describe('the name of a column', () => {
  test.each([
    ['first_name', 'first_name'],
    [' First  Name ', 'first_name'],
    ['last-name', 'last_name'],
    ['LAST NAME', 'last_name'],
    ['Email', 'email'],
    ['E-Mail', 'email'],
    ['email_address', 'email'],
    ['Email Address', 'email'],
    ['e_mail', 'email'],
    ['Joined at', 'joined_at'],
    ['confirmed_at', 'confirmed_at'],
    ['Source', 'source'],
    ['EMAIL', 'email'],
    ['$email', 'email'],
    ['Email *', 'email'],
    ['Subscriber', 'email'],
    ['user_email_address', 'email'],
    ['FIRSTNAME', 'first_name'],
    ['firstName', 'first_name'],
    ['FNAME', 'first_name'],
    ['given-name', 'first_name'],
    ['LASTNAME', 'last_name'],
    ['Surname', 'last_name'],
    ['Family Name', 'last_name'],
    ['Organization', 'company'],
    ['Company name', 'company'],
    ['subscribed_at', 'joined_at'],
    ['created_at', 'joined_at'],
    ['Opt-in time', 'joined_at'],
    ['OPTIN_TIME', 'joined_at'],
    ['Create Date', 'joined_at'],
    ['Date Added', 'joined_at'],
    ['CONFIRM_TIME', 'confirmed_at'],
    ['utm_source', 'source'],
    ['Email Status', undefined],
    ['Email Marketing Consent', undefined],
    ['Email Domain', undefined],
    ['email_disabled', undefined],
    ['subscribed_to_emails', undefined],
    ['Subscriber ID', undefined],
    ['unsubscribed_at', undefined],
    ['LAST_CHANGED', undefined],
    ['updated_at', undefined],
    ['OPTIN_IP', undefined],
    ['Company ID', undefined],
    ['off', undefined],
    ['__proto__', undefined],
    ['constructor', undefined],
    ['emailbox', undefined],
    ['my email', undefined],
    ['website', undefined],
    ['left_at', undefined],
    ['', undefined],
  ])('%j stands for %s', (column, name) => {
    expect(columnName(column)).toBe(name)
  })
})

const ADA = newPerson({ email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' })
const { first_name: _first, last_name: _last, email: _email, company: _company, ...OTHERS } = ADA

const read = (columns: Readonly<Record<string, unknown>>) =>
  readRecord({ ...OTHERS, ...columns }, {})

const ada = {
  email: 'ada@example.com',
  answers: { first_name: 'Ada', last_name: 'Lovelace' },
}

const NAME = { 'First Name': 'Ada', 'Last Name': 'Lovelace' }
const TIME = '2026-01-05T12:30:00.0Z'

describe('an export of another tool', () => {
  test.each([
    ['Mailchimp', { 'Email Address': ada.email, ...NAME, OPTIN_TIME: '2026-01-05 12:30:00' }, TIME],
    [
      'MailerLite',
      {
        Subscriber: ada.email,
        Name: 'Ada',
        'Last name': 'Lovelace',
        subscribed_at: '2026-01-05 12:30',
      },
      TIME,
    ],
    [
      'Ghost',
      {
        email: ada.email,
        name: 'Ada Lovelace',
        subscribed_to_emails: 'true',
        created_at: '2026-01-05T12:30:00.0Z',
      },
      TIME,
    ],
  ])('of %s has columns that are known', (_tool, columns, joined_at) => {
    expect(read(columns)).toMatchObject({ ...ada, columns: { joined_at } })
  })
})

describe('two columns for one question', () => {
  test.each([
    { Email: 'ada@example.com', 'E-Mail': 'eve@example.com' },
    { Email: ' ', 'E-Mail': 'ada@example.com' },
    { 'E-Mail': null, Email: 'ada@example.com', email: '' },
  ])('give the first value that is not empty: %j', (columns) => {
    expect(read({ ...NAME, ...columns })).toMatchObject(ada)
  })

  test.each([
    { 'Email Address': 'eve@example.com', email: 'ada@example.com' },
    { Subscriber: '12345', Email: 'ada@example.com' },
    { Email: '', Subscriber: 'ada@example.com' },
  ])('give the one with our name or label before one that another tool uses: %j', (columns) => {
    expect(read({ ...NAME, ...columns })).toMatchObject(ada)
  })
})

describe('a column with the whole name', () => {
  const { email } = ada

  test.each([
    [{ Name: 'Ada Lovelace' }, 'Ada', 'Lovelace'],
    [{ full_name: ' Ada  King Lovelace ' }, 'Ada', 'King Lovelace'],
    [{ Name: 'Ada King', 'Last name': 'Lovelace' }, 'Ada King', 'Lovelace'],
    [{ Name: 'Ada Lovelace', 'Last name': 'Lovelace' }, 'Ada', 'Lovelace'],
    [{ Name: 'Lovelace', 'Last name': 'Lovelace' }, 'Lovelace', 'Lovelace'],
    [{ Name: 'Eve Adams', first_name: 'Ada', last_name: 'Lovelace' }, 'Ada', 'Lovelace'],
    [{ Name: 'Ada Lovelace', first_name: 'Ada', last_name: '' }, 'Ada', 'Lovelace'],
  ])('fills in the first and last name where no other column does: %j', (columns, first, last) => {
    expect(read({ email, ...columns })).toMatchObject({
      answers: { first_name: first, last_name: last },
    })
  })

  test('gives no last name when it is one word', () => {
    expect(read({ email, name: 'Ada' })).toMatch(/^last_name: /)
    const { last_name } = ADA
    expect(
      readRecord({ ...OTHERS, email, name: 'Ada' }, { defaults: { last_name } }),
    ).toMatchObject(ada)
  })

  test('is not one that an import ignores', () => {
    expect(columnName('Name')).toBe('first_name')
  })
})
