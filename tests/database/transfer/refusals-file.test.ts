// Guards refusals-outlive.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Session } from '../../../api/src/database/session.ts'
import { correct } from '../../../api/src/people/correct.ts'
import { erase, forgetErasure } from '../../../api/src/people/erase.ts'
import { copyRefusals, refusalsFile } from '../../../api/src/transfer/refusals-file.ts'
import { refusalsKeeper } from '../../../api/src/transfer/refusals-keeper.ts'
import { syncRefusals } from '../../../api/src/transfer/refusals-sync.ts'
import { temporaryFolder } from '../../support/for-a-test.ts'
import { DEFAULTS, ROLES } from '../../support/people.ts'
import { newInstallation } from '../../support/program/installations.ts'
import { addPerson } from '../../support/program/mailing.ts'
import { run } from '../../support/program/run-program.ts'
import { backedUp, imported, restored } from '../../support/program/transfers.ts'

function newFile(): string {
  const folder = temporaryFolder()
  return refusalsFile(folder)
}

/** An installation with a hash key of its own; those of the tests share one. */
async function newDatabase() {
  const session = await newInstallation()
  await session.query('DELETE FROM hash_keys')
  await session.query(
    'INSERT INTO hash_keys (secret) SELECT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())',
  )
  return session
}

const add = (session: Session, ...emails: string[]) =>
  Promise.all(emails.map((email) => addPerson(session, { email })))

const emails = async (session: Session) =>
  (await session.query<{ email: string }>('SELECT email FROM people ORDER BY 1')).map(
    ({ email }) => email,
  )

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)
const tablesIn = (file: string): string[] => linesOf(file).map((line) => JSON.parse(line).table)

const eraseCopied = (session: Session, file: string, email: string) =>
  erase(session, email, () => copyRefusals(session, file, email))

test('an erasure survives the loss of the database, and neither a restore nor an import brings the person back', async () => {
  const [here, file] = [await newDatabase(), newFile()]
  await add(here, 'ada@example.com', 'bo@example.com')
  const backup = await backedUp(here)
  await eraseCopied(here, file, 'ada@example.com')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  // no address; a hash in hexadecimal can hold the name
  expect(readFileSync(file, 'utf8')).not.toContain('@')

  const other = await newDatabase()
  await restored(other, backup, file)
  expect(await emails(other)).toEqual(['bo@example.com'])

  const [third, itsFile] = [await newDatabase(), newFile()]
  await restored(third, await backedUp(other), itsFile)
  expect(tablesIn(itsFile), 'what the backup refuses').toContain('refusals')

  const late = await newDatabase()
  await restored(late, backup)
  expect(await emails(late)).toEqual(['ada@example.com', 'bo@example.com'])
  await syncRefusals(late, file)
  expect(await emails(late)).toEqual(['bo@example.com'])

  const empty = await newDatabase()
  await syncRefusals(empty, file)
  const people = `email,first_name,last_name,role\nADA+x@example.com,Ada,Lovelace,${ROLES[0]}\n`
  expect(await imported(empty, people, { defaults: DEFAULTS })).toMatchObject({
    added: 0,
    erased: 1,
  })
})

test('restore and import read the file themselves, and erase has written it when it ends', async () => {
  const [here, other] = [await newDatabase(), await newDatabase()]
  const folder = dirname(dirname(newFile()))
  const settings = { env: { DATA_DIR: folder }, cwd: folder }
  await add(here, 'ada@example.com', 'bo@example.com')
  const runHere = { ...settings, url: here.url }
  expect(await run(['backup', 'all.gz'], runHere)).toMatchObject({ code: 0 })
  expect(await run(['erase', 'ada@example.com', '--yes'], runHere)).toMatchObject({ code: 0 })
  expect(tablesIn(refusalsFile(folder))).toEqual(['hash_keys', 'refusals'])
  expect(await run(['restore', 'all.gz'], { ...settings, url: other.url })).toMatchObject({
    code: 0,
  })
  expect(await emails(other)).toEqual(['bo@example.com'])
  const empty = await newDatabase()
  const set = Object.entries(DEFAULTS).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  const report = await run(['import', '-', '--json', ...set], {
    ...settings,
    url: empty.url,
    input: `email,first_name,last_name,role\nada@example.com,Ada,Lovelace,${ROLES[0]}\n`,
  })
  expect(JSON.parse(report.stdout)).toMatchObject({ added: 0, erased: 1 })
}, 120_000)

test('erase erases nobody when the file cannot be written', async () => {
  const [here, file] = [await newDatabase(), newFile()]
  await add(here, 'ada@example.com')
  mkdirSync(file, { recursive: true })
  await expect(eraseCopied(here, file, 'ada@example.com')).rejects.toThrow(/EISDIR/)
  expect(await emails(here)).toEqual(['ada@example.com'])
})

test('every refusal is in the file but a corrected address: that person stays when the database is lost', async () => {
  const [here, file] = [await newDatabase(), newFile()]
  await add(here, 'ada@example.com', 'bo@example.com', 'cy@example.com')
  const backup = await backedUp(here)
  await correct(here, 'ada@example.com', { email: 'di@example.com' })
  await here.query(
    "SELECT refuse('bo@example.com', 'left'), refuse('cy@example.com', 'complained')",
  )
  await syncRefusals(here, file)
  const other = await newDatabase()
  await restored(other, backup, file)
  expect(
    await other.query(
      'SELECT email, left_at IS NOT NULL AS has_left, undeliverable_at IS NOT NULL AS is_away FROM people ORDER BY 1',
    ),
  ).toEqual([
    { email: 'ada@example.com', has_left: false, is_away: false },
    { email: 'bo@example.com', has_left: true, is_away: false },
    { email: 'cy@example.com', has_left: false, is_away: true },
  ])
})

test('an erasure that is taken back is forgotten by the file as well, and no older backup brings it back', async () => {
  const [here, file] = [await newDatabase(), newFile()]
  await add(here, 'ada@example.com', 'bo@example.com')
  const before = await backedUp(here)
  for (const email of ['ada@example.com', 'bo@example.com']) await eraseCopied(here, file, email)
  const older = await backedUp(here)
  expect(
    await forgetErasure(here, 'ada@example.com', () => copyRefusals(here, file, 'ada@example.com')),
  ).toBe(true)
  const other = await newDatabase()
  for (const session of [here, other]) {
    for (const backup of [older, before, older]) await restored(session, backup, file)
    expect(await emails(session)).toEqual(['ada@example.com'])
  }
})

test('the worker appends what has changed and writes a file again that was deleted or emptied', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const [here, file] = [await newDatabase(), newFile()]
  const keep = refusalsKeeper(file)
  const later = async () => {
    vi.advanceTimersByTime(10_000)
    await keep(here)
  }
  await keep(here)
  await add(here, 'ada@example.com', 'bo@example.com')
  await erase(here, 'ada@example.com')
  // a list without refusals is not locked in each round of the worker
  await keep(here)
  expect(existsSync(file)).toBe(false)
  await later()
  expect(tablesIn(file)).toEqual(['hash_keys', 'refusals'])

  await here.query("SELECT refuse('bo@example.com', 'left')")
  await later()
  expect(tablesIn(file).filter((table) => table === 'refusals')).toHaveLength(2)
  const before = linesOf(file)
  await later()
  expect(linesOf(file)).toEqual(before)
  // a restore brings refusals with older times
  await here.query(
    `INSERT INTO refusals (mailbox, reason, key_id, at) SELECT 'old', 'erased', id, '2020-01-01' FROM hash_keys`,
  )
  await later()
  expect(linesOf(file).at(-1)).toContain('2020-01-01')

  for (const remove of [rmSync, truncateSync]) {
    remove(file)
    await later()
    expect(tablesIn(file).filter((table) => table === 'refusals')).toHaveLength(3)
  }
})

test('a transaction of another database that goes on for long doubles no line', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const [here, other, file] = [await newDatabase(), await newDatabase(), newFile()]
  const keep = refusalsKeeper(file)
  await other.transaction(async () => {
    // with an id of its own it is the oldest one
    await other.query('SELECT pg_current_xact_id()')
    await add(here, 'ada@example.com')
    await erase(here, 'ada@example.com')
    await keep(here)
    const before = linesOf(file)
    expect(before).not.toEqual([])
    vi.advanceTimersByTime(10_000)
    await keep(here)
    expect(linesOf(file)).toEqual(before)
  })
})

test('two processes that append at once lose no line', async () => {
  const [here, other, file] = [await newDatabase(), await newDatabase(), newFile()]
  const people = Array.from({ length: 20 }, (_, n) => `${n}@example.com`)
  for (const session of [here, other]) await add(session, ...people)
  await Promise.all(
    [here, other].map(async (session) => {
      for (const email of people) {
        await eraseCopied(session, file, email)
        appendFileSync(file, '{"table":"refusals","row":{"mai')
      }
    }),
  )
  const empty = await newDatabase()
  await syncRefusals(empty, file)
  expect(await empty.query('SELECT FROM refusals')).toHaveLength(40)
})

test.for<[how: string, change: (file: string) => void]>([
  ['deleted', (file) => rmSync(file)],
  ['moved away', (file) => renameSync(file, `${file}.1`)],
  ['emptied', (file) => truncateSync(file)],
])(
  'a file that is %s between two turns of the worker has everybody again after an erasure',
  async ([_how, change]) => {
    const [here, empty, file] = [await newDatabase(), await newDatabase(), newFile()]
    const keep = refusalsKeeper(file)
    await add(here, 'ada@example.com', 'bo@example.com', 'cy@example.com')
    await here.query("SELECT refuse('ada@example.com', 'left')")
    await eraseCopied(here, file, 'bo@example.com')
    await keep(here)
    change(file)
    // another process begins the file before the worker sees that it is gone
    await eraseCopied(here, file, 'cy@example.com')
    await syncRefusals(empty, file)
    expect(await empty.query('SELECT FROM refusals')).toHaveLength(3)
  },
)

test('of lines about the same mailbox the later times count', async () => {
  const [here, file] = [await newDatabase(), newFile()]
  for (const _ of ['first', 'again']) {
    await add(here, 'ada@example.com')
    await eraseCopied(here, file, 'ada@example.com')
  }
  const times = 'SELECT at::text FROM refusals'
  const other = await newDatabase()
  await syncRefusals(other, file)
  expect(await other.query(times)).toEqual(await here.query(times))
})
