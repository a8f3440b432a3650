import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { FIELDS } from '../../../api/contract/waitlist.ts'
import { erase } from '../../../api/src/people/erase.ts'
import { list } from '../../../api/src/people/list.ts'
import { importPeople } from '../../../api/src/transfer/import.ts'
import { readRecords } from '../../../api/src/transfer/import-file.ts'
import { ROLES } from '../../support/people.ts'
import {
  contents,
  newInstallation,
  queued,
  recorded,
  sendMail,
} from '../../support/program/installations.ts'
import { imported } from '../../support/program/transfers.ts'

const { first_name, last_name, email, role } = FIELDS
const [ROLE] = ROLES
const HEADER = 'first_name,last_name,email,role'
const csv = (...lines: string[]): string => `${[HEADER, ...lines].join('\n')}\n`

test('good lines are imported, and bad ones are reported with number and reason', async () => {
  const here = await newInstallation()
  const lines = [
    `Ada,Lovelace,ada@example.com,${ROLE}`,
    '',
    ',,,',
    `"Gra\r\nce",Hopper,a@b.example,${ROLE}`,
  ]
  const file = csv(
    ...lines,
    'Bo,,nobody,wizard',
    `Cy,Lee,cy@example.com,${ROLE},more`,
    `Di,Li,di@example.com,${ROLE}`,
  )
  expect(await imported(here, file)).toEqual({
    added: 2,
    known: 0,
    confirmed: 0,
    erased: 0,
    mails: 0,
    ignored: [],
    bad: [
      { line: 5, reason: `first_name: ${first_name.messages.malformed}` },
      {
        line: 7,
        reason: [
          `last_name: ${last_name.messages.tooShort}`,
          `email: ${email.messages.malformed}`,
          `role: “wizard” is not one of ${role.options.map(({ value }) => value).join(', ')}`,
        ].join('; '),
      },
      { line: 8, reason: 'more cells than the first line has' },
    ],
  })
  expect(await list(here, { limit: 9 })).toHaveLength(2)
})

test('a second import of a file changes and records nothing', async () => {
  const here = await newInstallation()
  const file = csv(`Ada,Lovelace,Ada@Example.com,${ROLE}`, `Other,Name,ada@example.com,${ROLE}`)
  expect(await imported(here, file)).toMatchObject({ added: 1, known: 1, bad: [] })
  const after = await contents(here.url)
  expect(await imported(here, file)).toMatchObject({ added: 0, known: 2, bad: [] })
  expect(await contents(here.url)).toEqual(after)
  expect(await recorded(here.url)).toEqual(['import'])
})

test('a file from a spreadsheet is imported with BOM, semicolons, CRLF, labels and unknown columns', async () => {
  const here = await newInstallation()
  const header = '\uFEFFEmail Address;First Name;last-name;Company;ROLE;Tags;joined_at'
  const lines = [
    `zoe@example.com;Zoë;"O""Hara";"Kiln; Co";${ROLE};vip;2024-02-29 12:00:00.123456+02:00`,
  ]
  expect(await imported(here, [header, ...lines, ''].join('\r\n'))).toMatchObject({
    added: 1,
    bad: [],
    ignored: ['Tags'],
  })
  expect(await list(here, { limit: 9 })).toMatchObject([
    {
      first_name: 'Zoë',
      last_name: 'O"Hara',
      company: 'Kiln; Co',
      joined_at: '2024-02-29T10:00:00.123456Z',
    },
  ])
})

test('an erased person stays erased when a file spells the address differently', async () => {
  const here = await newInstallation()
  await imported(here, csv(`Ada,Lovelace,ada@example.com,${ROLE}`))
  await erase(here, 'ada@example.com')
  const file = csv(`Ada,Lovelace, ADA@example.com,${ROLE}`, `Bo,Lee,bo@example.com,${ROLE}`)
  expect(await imported(here, file)).toMatchObject({ added: 1, erased: 1, known: 0 })
})

const waiting = (...emails: string[]) =>
  emails.map((email) => ({ kind: 'confirm', email_key: `${email}@example.com` }))

/** Ada to Flo. The first import of the file says nothing about confirmations. */
const FILE = csv(
  ...['ada', 'bo', 'cy', 'di', 'ed', 'flo'].map((name) => `Abc,Lee,${name}@example.com,${ROLE}`),
)

/** Others than Ada and Flo have left, cannot be reached, were asked, or are about to be asked. */
async function importedBefore() {
  const here = await newInstallation()
  await imported(here, FILE)
  expect(await queued(here.url)).toEqual([])
  await here.query("UPDATE signups SET left_at = now() WHERE email LIKE 'bo@%'")
  await here.query("UPDATE signups SET undeliverable_at = now() WHERE email LIKE 'cy@%'")
  await sendMail(here.url, 'di@example.com', 'token')
  await here.query("INSERT INTO arrivals (email_key) VALUES ('ed@example.com')")
  return here
}

test('a second import asks those for a confirmation who were never asked, once', async () => {
  const here = await importedBefore()
  const file = `${FILE}New,Lee,new@example.com,${ROLE}\n`
  const options = { sendConfirmation: true }
  expect(await imported(here, file, options)).toMatchObject({ added: 1, known: 6, mails: 3 })
  expect(await queued(here.url)).toEqual(waiting('ada', 'flo', 'new'))
  const after = [await contents(here.url), await recorded(here.url)]
  expect(await imported(here, file, options)).toMatchObject({ added: 0, mails: 0 })
  expect([await contents(here.url), await recorded(here.url)]).toEqual(after)
})

test('a second import confirms people of the list who have not left, and withdraws their mails', async () => {
  const here = await importedBefore()
  await imported(here, FILE, { sendConfirmation: true })
  expect(await imported(here, FILE, { confirmed: true })).toMatchObject({ added: 0, confirmed: 5 })
  expect(await queued(here.url)).toEqual([])
  expect(await list(here, { limit: 9, confirmed: false })).toEqual([])
  expect(await list(here, { limit: 9, left: true })).toMatchObject([{ confirmed_at: null }])
  const after = [await contents(here.url), await recorded(here.url)]
  expect(await imported(here, FILE, { confirmed: true })).toMatchObject({ confirmed: 0 })
  expect([await contents(here.url), await recorded(here.url)]).toEqual(after)
})

test('a second import confirms at the time of the file, and not those without one', async () => {
  const here = await importedBefore()
  const lines = [
    `Ada,Lee,ada@example.com,${ROLE},2024-02-29T12:00:00Z`,
    `Flo,Lee,flo@example.com,${ROLE},`,
  ]
  const file = [`${HEADER},confirmed_at`, ...lines].join('\n')
  expect(await imported(here, file, { confirmed: true })).toMatchObject({ confirmed: 1 })
  expect(await list(here, { limit: 9, confirmed: true })).toMatchObject([
    { email: 'ada@example.com', confirmed_at: '2024-02-29T12:00:00.000000Z' },
  ])
})

test('a file with too many bad lines ends with a sentence', async () => {
  const here = await newInstallation()
  const file = `email\n${'x\n'.repeat(100_001)}`
  await expect(importPeople(here, readRecords(Readable.from([Buffer.from(file)])))).rejects.toThrow(
    /^More than 100,000 lines are bad, so the rest is not read\. Line 2: .*email/,
  )
})

test('people who confirmed in the other tool are imported as confirmed, without a mail', async () => {
  const here = await newInstallation()
  const lines = [
    `Ada,Lovelace,ada@example.com,${ROLE},2024-02-29T12:00:00Z,press`,
    `Bo,Lee,bo@example.com,${ROLE},,not/a source`,
    `Cy,Lee,cy@example.com,${ROLE}`,
    `Di,Lee,di@example.com,${ROLE},last week,`,
  ]
  const file = [`${HEADER},confirmed_at,source`, ...lines].join('\n')
  expect(await imported(here, file, { confirmed: true })).toMatchObject({
    added: 3,
    mails: 0,
    bad: [{ line: 5, reason: 'confirmed_at: expected a time such as 2026-01-31T12:00:00Z' }],
  })
  expect(await list(here, { limit: 9, search: 'Ada' })).toMatchObject([
    { confirmed_at: '2024-02-29T12:00:00.000000Z', source: 'press', agreed_to: null },
  ])
  expect(await list(here, { limit: 9, confirmed: false })).toMatchObject([
    { first_name: 'Bo', source: null },
    { first_name: 'Cy', source: null },
  ])
  await imported(here, csv(`Flo,Lee,flo@example.com,${ROLE}`), { confirmed: true })
  expect(await list(here, { limit: 1 })).toMatchObject([
    { first_name: 'Flo', confirmed_at: expect.any(String) },
  ])
  expect(await queued(here.url)).toEqual([])
})
