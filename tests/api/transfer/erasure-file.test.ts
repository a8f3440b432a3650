import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Session } from '../../../api/src/database/session.ts'
import { correct } from '../../../api/src/people/correct.ts'
import { erase, forgetErasure } from '../../../api/src/people/erase.ts'
import { erasureKeeper, erasuresFile } from '../../../api/src/transfer/erasure-file.ts'
import { DEFAULTS, ROLES } from '../../support/people.ts'
import { newInstallation } from '../../support/program/installations.ts'
import { backedUp, imported, restored } from '../../support/program/transfers.ts'

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'erasures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return erasuresFile(folder)
}

const add = (session: Session, email: string) =>
  session.query("INSERT INTO signups (email, email_key, answers) VALUES ($1, $1, '{}')", [email])

/** An installation with a hash key of its own; those of the tests share one. */
async function newDatabase() {
  const session = await newInstallation()
  await session.query('DELETE FROM hash_keys')
  await session.query('INSERT INTO hash_keys (secret) VALUES (uuid_send(gen_random_uuid()))')
  return session
}

const emails = async (session: Session) =>
  (await session.query<{ email: string }>('SELECT email FROM signups ORDER BY 1')).map(
    ({ email }) => email,
  )

test('an erasure survives the loss of the database, and neither a restore nor an import brings the person back', async () => {
  const [here, file] = [await newDatabase(), newFile()]
  for (const email of ['ada@example.com', 'bo@example.com']) await add(here, email)
  const backup = await backedUp(here)
  await erase(here, 'ada@example.com')
  await erasureKeeper(file)(here)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  // no address; a hash in hexadecimal can hold the name
  expect(readFileSync(file, 'utf8')).not.toContain('@')

  const restoredFirst = await newDatabase()
  await restored(restoredFirst, backup)
  expect(await emails(restoredFirst)).toEqual(['ada@example.com', 'bo@example.com'])
  await erasureKeeper(file)(restoredFirst)
  expect(await emails(restoredFirst)).toEqual(['bo@example.com'])

  const readFirst = await newDatabase()
  await erasureKeeper(file)(readFirst)
  await restored(readFirst, backup)
  expect(await emails(readFirst)).toEqual(['bo@example.com'])

  const empty = await newDatabase()
  await erasureKeeper(file)(empty)
  const people = `email,first_name,last_name,role\nADA@example.com,Ada,Lovelace,${ROLES[0]}\n`
  expect(await imported(empty, people, { defaults: DEFAULTS })).toMatchObject({
    added: 0,
    erased: 1,
  })
})

test('a corrected address is no erasure: the person stays when the database is lost after it', async () => {
  const [here, file] = [await newDatabase(), newFile()]
  await add(here, 'ada@example.com')
  const backup = await backedUp(here)
  await correct(here, 'ada@example.com', { email: 'bo@example.com' })
  await erasureKeeper(file)(here)
  const other = await newDatabase()
  await erasureKeeper(file)(other)
  await restored(other, backup)
  expect(await emails(other)).toEqual(['ada@example.com'])

  await erase(here, 'bo@example.com')
  await erasureKeeper(file)(here)
  await erasureKeeper(file)(other)
  expect(await emails(other)).toEqual(['ada@example.com'])
})

test('an erasure that is taken back is forgotten by the file, and no older backup brings it back', async () => {
  const [here, file] = [await newDatabase(), newFile()]
  for (const email of ['ada@example.com', 'bo@example.com']) await add(here, email)
  const before = await backedUp(here)
  for (const email of ['ada@example.com', 'bo@example.com']) await erase(here, email)
  const older = await backedUp(here)
  await erasureKeeper(file)(here)
  const lines = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).kind)
  expect(lines()).toEqual(['hash_key', 'erasure', 'erasure'])
  expect(await forgetErasure(here, 'ada@example.com')).toBe(true)
  await erasureKeeper(file)(here)
  expect(lines()).toEqual(['hash_key', 'erasure', 'history'])

  const newer = await backedUp(here)
  const empty = await newDatabase()
  await erasureKeeper(file)(empty)
  for (const backup of [older, before]) {
    await restored(here, backup)
    await restored(empty, backup)
  }
  const other = await newDatabase()
  for (const backup of [older, before, newer, before]) await restored(other, backup)
  for (const session of [here, empty, other]) {
    expect(await emails(session)).toEqual(['ada@example.com'])
    await restored(session, older)
    expect(await emails(session)).toEqual(['ada@example.com'])
  }
})

test('the file keeps what a new database lacks, and a line that was cut off costs no other', async () => {
  const [here, file] = [await newDatabase(), newFile()]
  await add(here, 'ada@example.com')
  await erase(here, 'ada@example.com')
  await erasureKeeper(file)(here)
  const lines = () => readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const before = lines()
  appendFileSync(file, '{"kind":"erasure","per')

  const other = await newDatabase()
  await add(other, 'bo@example.com')
  await erase(other, 'bo@example.com')
  await erasureKeeper(file)(other)
  const [half, ...added] = lines().slice(before.length)
  expect(lines().slice(0, before.length)).toEqual(before)
  expect(half).toBe('{"kind":"erasure","per')
  expect(added.map((line) => JSON.parse(line).kind)).toEqual(['hash_key', 'erasure'])
  await erasureKeeper(file)(other)
  expect(lines()).toHaveLength(before.length + 3)
})

test('a person who was erased twice is read from the file as erased at the later time', async () => {
  const [here, file] = [await newDatabase(), newFile()]
  const keep = async () => erasureKeeper(file)(here)
  for (const _ of ['first', 'again']) {
    await add(here, 'ada@example.com')
    await erase(here, 'ada@example.com')
    await keep()
  }
  const erasures = 'SELECT erased_at::text FROM erasures'
  const other = await newDatabase()
  await erasureKeeper(file)(other)
  expect(await other.query(erasures)).toEqual(await here.query(erasures))
})
