import { expect, test } from 'vitest'
import { erase } from '../../api/src/signup/erase.ts'
import { list } from '../../api/src/signup/list.ts'
import { contents, newInstallation, recorded } from './installations.ts'
import { imported } from './transfers.ts'

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
