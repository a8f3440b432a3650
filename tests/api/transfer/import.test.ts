import { expect, test } from 'vitest'
import { erase } from '../../../api/src/people/erase.ts'
import { list } from '../../../api/src/people/list.ts'
import { contents, newInstallation, queued, recorded } from '../../support/program/installations.ts'
import { imported } from '../../support/program/transfers.ts'

const HEADER = 'first_name,last_name,email,role'
const csv = (...lines: string[]): string => `${[HEADER, ...lines].join('\n')}\n`

test('good lines are imported, and bad ones are reported with number and reason', async () => {
  const here = await newInstallation()
  const lines = [
    'Ada,Lovelace,ada@example.com,designer',
    '',
    ',,,',
    '"Gra\r\nce",Hopper,a@b.example,other',
  ]
  const file = csv(
    ...lines,
    'Bo,,nobody,wizard',
    'Cy,Lee,cy@example.com,other,more',
    'Di,Li,di@example.com,other',
  )
  expect(await imported(here, file)).toEqual({
    added: 2,
    known: 0,
    erased: 0,
    mails: 0,
    bad: [
      { line: 5, reason: 'first_name: Use letters, no links' },
      { line: 7, reason: 'last_name: Min 2 chars; email: Invalid email; role: Select a role' },
      { line: 8, reason: 'more cells than the first line has' },
    ],
  })
  expect(await list(here, { limit: 9 })).toHaveLength(2)
})

test('a second import of a file changes and records nothing', async () => {
  const here = await newInstallation()
  const file = csv('Ada,Lovelace,Ada@Example.com,designer', 'Other,Name,ada@example.com,other')
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
    'zoë@example.com;Zoë;"O""Hara";"Kiln; Co";other;vip;2024-02-29 12:00:00.123456+02:00',
  ]
  expect(await imported(here, [header, ...lines, ''].join('\r\n'))).toMatchObject({
    added: 1,
    bad: [],
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

test('NDJSON is imported, and lines that are not an object or a person are reported', async () => {
  const here = await newInstallation()
  const ada = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', role: 'other' }
  const lines = [
    ada,
    null,
    '',
    { ...ada, first_name: { x: 1 } },
    { ...ada, email: 'b@example.com', id: 7 },
  ]
  const file = lines.map((line) => (line === '' ? '' : JSON.stringify(line))).join('\n')
  expect(await imported(here, `${file}\n{"cut`)).toEqual({
    added: 2,
    known: 0,
    erased: 0,
    mails: 0,
    bad: [
      { line: 2, reason: 'expected a JSON object' },
      { line: 4, reason: 'first_name: Min 2 chars' },
      { line: 6, reason: 'expected a JSON object' },
    ],
  })
})

test('an erased person stays erased when a file spells the address differently', async () => {
  const here = await newInstallation()
  await imported(here, csv('Ada,Lovelace,ada@example.com,designer'))
  await erase(here, 'ada@example.com')
  const file = csv('Ada,Lovelace, ADA@example.com,designer', 'Bo,Lee,bo@example.com,other')
  expect(await imported(here, file)).toMatchObject({ added: 1, erased: 1, known: 0 })
})

test('an imported person gets a confirmation mail only if the operator asks for it', async () => {
  const here = await newInstallation()
  await imported(here, csv('Ada,Lovelace,ada@example.com,other'))
  expect(await queued(here.url)).toEqual([])
  const file = csv('Ada,Lovelace,ada@example.com,other', 'Bo,Lee,bo@example.com,other')
  const options = { sendConfirmation: true }
  expect(await imported(here, file, options)).toMatchObject({ added: 1, mails: 1 })
  expect(await queued(here.url)).toEqual([{ kind: 'confirm', email_key: 'bo@example.com' }])
  expect(await imported(here, file, options)).toMatchObject({ added: 0, mails: 0 })
})

test('people who confirmed in the other tool are imported as confirmed, without a mail', async () => {
  const here = await newInstallation()
  const lines = [
    'Ada,Lovelace,ada@example.com,other,2024-02-29T12:00:00Z,press',
    'Bo,Lee,bo@example.com,other,,not/a source',
    'Cy,Lee,cy@example.com,other',
    'Di,Lee,di@example.com,other,last week,',
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
  await imported(here, csv('Flo,Lee,flo@example.com,other'), { confirmed: true })
  expect(await list(here, { limit: 1 })).toMatchObject([
    { first_name: 'Flo', confirmed_at: expect.any(String) },
  ])
  expect(await queued(here.url)).toEqual([])
})

test('the column confirmed_at confirms nobody unless the operator says so', async () => {
  const here = await newInstallation()
  const file = `${HEADER},confirmed_at,left_at\nAda,Lovelace,ada@example.com,other,2024-02-29,2024-02-29\n`
  expect(await imported(here, file)).toMatchObject({ added: 1, bad: [] })
  expect(await list(here, { limit: 9 })).toMatchObject([{ confirmed_at: null, left_at: null }])
})

test.each([
  ['yesterday', /expected a time such as/],
  ['2099-01-01T00:00:00Z', /expected a time in the past/],
])('a line whose joined_at is %s is refused', async (time, reason) => {
  const here = await newInstallation()
  const file = `${HEADER},joined_at\nAda,Lovelace,ada@example.com,other,${time}\n`
  expect(await imported(here, file)).toMatchObject({
    added: 0,
    bad: [{ line: 2, reason: expect.stringMatching(reason) }],
  })
})

test('an unclosed quote is reported on the line where it opens, and earlier lines are imported', async () => {
  const here = await newInstallation()
  const file = csv(
    'Ada,Lovelace,ada@example.com,other',
    '"Bo,Lee,bo@example.com,other',
    'Cy,Lee,c@example.com,other',
  )
  expect(await imported(here, file)).toMatchObject({
    added: 1,
    bad: [{ line: 3, reason: 'a quote is opened here and never closed' }],
  })
})

test('a file without an email column is refused, and the error names its columns', async () => {
  const here = await newInstallation()
  await expect(imported(here, 'Vorname,Nachname\nAda,Lovelace\n')).rejects.toThrow(
    'No column of this file is named email. Its columns: Vorname, Nachname.',
  )
  expect(await imported(here, '')).toMatchObject({ added: 0, bad: [] })
})
