// Guards import-files, import-is-silent.

import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { erase } from '../../../api/src/people/erase.ts'
import { list } from '../../../api/src/people/list.ts'
import { importPeople } from '../../../api/src/transfer/import.ts'
import { readRecords } from '../../../api/src/transfer/import-file.ts'
import { FIELDS } from '../../../contract/waitlist.ts'
import { temporaryFolder } from '../../support/for-a-test.ts'
import { hold, untilBlocked } from '../../support/locks.ts'
import { ROLES, SET_DEFAULTS } from '../../support/people.ts'
import {
  contents,
  newInstallation,
  queued,
  recorded,
  sendMail,
} from '../../support/program/installations.ts'
import { addPerson, addSending } from '../../support/program/mailing.ts'
import { run, start } from '../../support/program/run-program.ts'
import { imported } from '../../support/program/transfers.ts'

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
      { line: 5, reason: `first_name: ${FIELDS.first_name.messages.malformed}` },
      { line: 7, reason: expect.stringMatching(/^last_name: .+; email: .+; role: “wizard”/) },
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

test('columns that are named as members of an object are ignored', async () => {
  const here = await newInstallation()
  const file = `${HEADER},__proto__,constructor\nAda,Lovelace,ada@example.com,${ROLE},x,y\n`
  expect(await imported(here, file)).toMatchObject({
    added: 1,
    bad: [],
    ignored: ['__proto__', 'constructor'],
  })
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
  await here.query("SELECT refuse('bo@example.com', 'left'), refuse('cy@example.com', 'bounced')")
  await sendMail(here.url, 'di@example.com', 'token')
  await addSending(here, { kind: 'confirm', email_key: 'ed@example.com' })
  return here
}

test('a second import asks those for a confirmation who were never asked, once', async () => {
  const here = await importedBefore()
  const file = `${FILE}New,Lee,new@example.com,${ROLE}\n`
  const options = { sendConfirmation: true }
  expect(await imported(here, file, options)).toMatchObject({ added: 1, known: 6, mails: 3 })
  expect(await queued(here.url)).toEqual(waiting('ada', 'ed', 'flo', 'new'))
  const after = [await contents(here.url), await recorded(here.url)]
  expect(await imported(here, file, options)).toMatchObject({ added: 0, mails: 0 })
  expect([await contents(here.url), await recorded(here.url)]).toEqual(after)
})

test('a second import confirms people of the list who have not left, and withdraws their emails', async () => {
  const here = await importedBefore()
  await imported(here, FILE, { sendConfirmation: true })
  expect(await imported(here, FILE, { confirmed: true })).toMatchObject({ added: 0, confirmed: 5 })
  expect(await queued(here.url)).toEqual([])
  expect(await list(here, { limit: 9, group: 'unconfirmed' })).toEqual([])
  expect(await list(here, { limit: 9, group: 'left' })).toMatchObject([{ confirmed_at: null }])
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
  expect(await list(here, { limit: 9, group: 'confirmed' })).toMatchObject([
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

test('people who confirmed in the other tool are imported as confirmed, without an email', async () => {
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
  expect(await list(here, { limit: 9, text: 'Ada' })).toMatchObject([
    { confirmed_at: '2024-02-29T12:00:00.000000Z', source: 'press', agreed_to: null },
  ])
  expect(await list(here, { limit: 9, group: 'unconfirmed' })).toMatchObject([
    { first_name: 'Bo', source: null },
    { first_name: 'Cy', source: null },
  ])
  await imported(here, csv(`Flo,Lee,flo@example.com,${ROLE}`), { confirmed: true })
  expect(await list(here, { limit: 1 })).toMatchObject([
    { first_name: 'Flo', confirmed_at: expect.any(String) },
  ])
  expect(await queued(here.url)).toEqual([])
})

test('people who were refused before are imported as such, and get no email', async () => {
  const here = await newInstallation()
  await here.query(
    "SELECT refuse('ada@example.com', 'left'), refuse('bo@example.com', 'complained')",
  )
  await imported(here, FILE, { sendConfirmation: true })
  expect(await queued(here.url)).toEqual(waiting('cy', 'di', 'ed', 'flo'))
  expect(
    await here.query(
      `SELECT email FROM people, refusals_of(ARRAY[people.email_key]) AS refused
       WHERE people.left_at = refused.left_at OR people.undeliverable_at = refused.undeliverable_at
       ORDER BY 1`,
    ),
  ).toEqual([{ email: 'ada@example.com' }, { email: 'bo@example.com' }])
})

test('a person who was erased and has joined again stays on the list', async () => {
  const here = await newInstallation()
  await imported(here, FILE)
  await erase(here, 'ada@example.com')
  await addPerson(here, { email: 'ada@example.com', confirmed_at: null })
  expect(await imported(here, FILE, { confirmed: true })).toMatchObject({ erased: 0, confirmed: 6 })
})

/** More than one batch. */
const LARGE = csv(...Array.from({ length: 2_500 }, (_, n) => `Abc,Lee,${n}@example.com,${ROLE}`))

function largeFile(): string {
  const folder = temporaryFolder()
  const file = join(folder, 'people.csv')
  writeFileSync(file, LARGE)
  return file
}

const importOf = (file: string) => [
  'import',
  file,
  '--send-confirmation',
  '--json',
  ...SET_DEFAULTS,
]

/** Everybody is there once, and was asked once. */
async function expectComplete(here: Awaited<ReturnType<typeof newInstallation>>, people: number) {
  const [counts] = await here.query(
    `SELECT (SELECT count(*)::integer FROM people) AS people,
       (SELECT count(*)::integer FROM mails) AS mails`,
  )
  expect(counts).toEqual({ people, mails: people })
}

test('an import that is killed can be run again, and loses and doubles nobody', async () => {
  const [here, file] = [await newInstallation(), largeFile()]
  const release = await hold(
    here.url,
    `INSERT INTO people (email_key, email, answers, joined_at) VALUES ('1700@example.com', 'x', '{}', now())`,
  )
  const child = start(importOf(file), { url: here.url })
  const ended = once(child, 'exit')
  // in the second batch
  await untilBlocked(here.url, 1)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  await release()
  await expect.poll(() => here.query('SELECT FROM people')).toHaveLength(1_000)
  expect(await run(importOf(file), { url: here.url })).toMatchObject({ code: 0 })
  await expectComplete(here, 2_500)
}, 120_000)

test('two imports of a file at once add and ask everybody once', async () => {
  const [here, file] = [await newInstallation(), largeFile()]
  const reports = await Promise.all([0, 1].map(() => run(importOf(file), { url: here.url })))
  const added = reports.map(({ stdout }) => JSON.parse(stdout).added as number)
  expect(added.reduce((sum, one) => sum + one)).toBe(2_500)
  await expectComplete(here, 2_500)
}, 120_000)

test('people who are erased while an import runs do not come back through it', async () => {
  const [here, file] = [await newInstallation(), largeFile()]
  const release = await hold(
    here.url,
    `INSERT INTO people (email_key, email, answers, joined_at) VALUES ('1700@example.com', 'x', '{}', now())`,
  )
  const importing = run(importOf(file), { url: here.url })
  await untilBlocked(here.url, 1)
  // one of the first batch, and one of the last
  await addPerson(here, { email: '2400@example.com' })
  const erasing = ['1@example.com', '2400@example.com'].map((email) => erase(here, email))
  await release()
  await Promise.all(erasing)
  expect(await importing).toMatchObject({ code: 0 })
  expect(await run(importOf(file), { url: here.url })).toMatchObject({ code: 0 })
  const gone = await here.query(
    "SELECT FROM people WHERE email_key IN ('1@example.com', '2400@example.com')",
  )
  expect(gone).toEqual([])
  await expectComplete(here, 2_498)
}, 120_000)
