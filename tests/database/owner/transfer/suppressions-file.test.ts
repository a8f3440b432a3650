import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fold } from '../../../../api/src/list/inbox/fold.ts'
import { erase, forgetErasure } from '../../../../api/src/list/people/erase.ts'
import { copySuppressions, suppressionsFile } from '../../../../api/src/list/suppressions/file.ts'
import { suppressionsKeeper, syncSuppressions } from '../../../../api/src/list/suppressions/sync.ts'
import type { Session } from '../../../../api/src/system/session.ts'
import { temporaryFolder } from '../../../support/for-a-test.ts'
import { ROLES, SET_DEFAULTS } from '../../../support/people.ts'
import { newInstallation } from '../../support/installations.ts'
import { hold } from '../../support/locks.ts'
import { addPerson } from '../../support/mailing.ts'
import { run } from '../../support/run-program.ts'
import { backedUp, restored } from '../../support/transfers.ts'

const [ADA, BO, CY] = ['ada@example.com', 'bo@example.com', 'cy@example.com'] as const

const newFile = (): string => suppressionsFile(temporaryFolder())

/** Opens an installation with people and with a separate hash key instead of the tests' shared one. */
async function newDatabase(...people: string[]) {
  const session = await newInstallation()
  await session.query('DELETE FROM hash_keys')
  await session.query(
    'INSERT INTO hash_keys (secret) SELECT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())',
  )
  for (const email of people) await addPerson(session, { email })
  return session
}

const emails = async (session: Session) =>
  (await session.query<{ email: string }>('SELECT email FROM people ORDER BY 1')).map(
    ({ email }) => email,
  )

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)
const tablesIn = (file: string): string[] => linesOf(file).map((line) => JSON.parse(line).table)
const suppressionsIn = (file: string): number =>
  tablesIn(file).filter((table) => table === 'suppressions').length

const eraseCopied = (session: Session, file: string, email: string) =>
  erase(session, email, () => copySuppressions(session, file, email))

test('an erasure survives the loss of the database, and restoring an older backup does not undo it', async () => {
  const [here, file] = [await newDatabase(ADA, BO), newFile()]
  const backup = await backedUp(here)
  await eraseCopied(here, file, ADA)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  // "ada" alone could occur in a hexadecimal hash.
  expect(readFileSync(file, 'utf8')).not.toContain('@')

  const [other, otherFile] = [await newDatabase(), newFile()]
  await restored(other, await backedUp(here), otherFile)
  expect(tablesIn(otherFile), 'what the backup refuses').toContain('suppressions')

  const late = await newDatabase()
  await restored(late, backup)
  expect(await emails(late)).toEqual([ADA, BO])
  await syncSuppressions(late, file)
  expect(await emails(late)).toEqual([BO])

  await eraseCopied(here, file, BO)
  expect(suppressionsIn(file), 'one line for each erasure').toBe(2)
})

test('restore and import read the suppressions file, and erase writes it before exiting', async () => {
  const [here, other, empty] = [
    await newDatabase(ADA, BO),
    await newDatabase(),
    await newDatabase(),
  ]
  const folder = temporaryFolder()
  const options = { env: { DATA_DIR: folder }, cwd: folder }
  const waitlist = async ({ url }: { url: string }, args: readonly string[], input = '') => {
    const { code, stdout } = await run(args, { ...options, url, input })
    expect(code).toBe(0)
    return stdout
  }
  await waitlist(here, ['backup', 'all.gz'])
  await waitlist(here, ['erase', ADA, '--yes'])
  expect(tablesIn(suppressionsFile(folder))).toEqual(['hash_keys', 'suppressions'])
  await waitlist(other, ['restore', 'all.gz'])
  expect(await emails(other)).toEqual([BO])
  const people = `email,first_name,last_name,role\nADA+x@example.com,Ada,Lovelace,${ROLES[0]}\n`
  const report = await waitlist(empty, ['import', '-', ...SET_DEFAULTS], people)
  expect(report).toBe('Added 0 people.\nErased earlier, so not added: 1 line.\n')
}, 120_000)

test('erase has no effect if the suppressions file cannot be written', async () => {
  const [here, file] = [await newDatabase(ADA), newFile()]
  mkdirSync(file, { recursive: true })
  await expect(eraseCopied(here, file, ADA)).rejects.toThrow(/EISDIR/)
  expect(await emails(here)).toEqual([ADA])
})

test('erase and the worker can write the suppressions file on a mount that does not let them set its mode', async () => {
  const [here, empty, file] = [await newDatabase(ADA, BO), await newDatabase(), newFile()]
  const handle = await open(import.meta.filename)
  // SMB, FAT and squashed NFS refuse this to an account that may write the file.
  const refusal = Object.assign(new Error('EPERM: operation not permitted, fchmod'), {
    code: 'EPERM',
  })
  const chmod = vi.spyOn(Object.getPrototypeOf(handle), 'chmod').mockRejectedValue(refusal)
  onTestFinished(() => void chmod.mockRestore())
  await handle.close()
  await eraseCopied(here, file, ADA)
  await here.query("SELECT suppress($1, 'left')", [BO])
  await suppressionsKeeper(file)(here)
  expect(chmod).toHaveBeenCalled()
  await syncSuppressions(empty, file)
  expect(await empty.query('SELECT FROM suppressions')).toHaveLength(2)
})

test('the suppressions file remembers who left or complained if the database is lost', async () => {
  const [here, other, file] = [await newDatabase(ADA, BO, CY), await newDatabase(), newFile()]
  const backup = await backedUp(here)
  await here.query("SELECT suppress($1, 'left'), suppress($2, 'complained')", [BO, CY])
  await syncSuppressions(here, file)
  await restored(other, backup, file)
  const state = `SELECT email, left_at IS NOT NULL AS has_left, undeliverable_at IS NOT NULL AS is_away
    FROM people ORDER BY 1`
  expect(await other.query(state)).toEqual([
    { email: ADA, has_left: false, is_away: false },
    { email: BO, has_left: true, is_away: false },
    { email: CY, has_left: false, is_away: true },
  ])
})

test('a form in an older backup does not bring back a person who left after it', async () => {
  const [here, other, file] = [await newDatabase(ADA, BO), await newDatabase(), newFile()]
  await here.query(
    "INSERT INTO inbox (email, mailbox, answers) SELECT email, mailbox, '{}' FROM people",
  )
  const backup = await backedUp(here)
  await here.query("SELECT suppress($1, 'left')", [ADA])
  await syncSuppressions(here, file)
  await restored(other, backup, file)
  await fold(other, { events: false })
  expect(await other.query('SELECT email FROM people WHERE pending_form IS NOT NULL')).toEqual([])
  expect(await other.query('SELECT mailbox FROM mails')).toEqual([{ mailbox: BO }])
})

test('an erasure in the suppressions file deletes newer links, events and emails of this person only', async () => {
  const [there, here, file] = [await newDatabase(ADA), await newDatabase(ADA, BO), newFile()]
  await eraseCopied(there, file, ADA)
  for (const email of [ADA, BO]) {
    await here.query('INSERT INTO links (token, mailbox) VALUES ($1::text::bytea, $1)', [email])
    await here.query("INSERT INTO events (event, mailbox) VALUES ('left', $1)", [email])
    await here.query("INSERT INTO mails (kind, mailbox) VALUES ('remind', $1)", [email])
  }
  await syncSuppressions(here, file)
  for (const table of ['links', 'events', 'mails'])
    expect(await here.query(`SELECT mailbox FROM ${table}`), table).toEqual([{ mailbox: BO }])
})

test('reading the suppressions file does not wait for a form that a link is deleting', async () => {
  const [there, here, file] = [await newDatabase(ADA), await newDatabase(ADA, BO), newFile()]
  await eraseCopied(there, file, ADA)
  await here.query("INSERT INTO inbox (email, mailbox, sent_at) VALUES ($1, $1, '2026-01-01')", [
    BO,
  ])
  await here.query("SELECT suppress($1, 'left')", [BO])
  const release = await hold(here.url, 'DELETE FROM inbox')
  await here.query("SET lock_timeout = '5s'")
  await syncSuppressions(here, file)
  expect(await emails(here)).toEqual([BO])
  await release()
})

test('an erasure that is taken back does not return from the suppressions file or an older backup', async () => {
  const [here, other, file] = [await newDatabase(ADA, BO), await newDatabase(), newFile()]
  const before = await backedUp(here)
  for (const email of [ADA, BO]) await eraseCopied(here, file, email)
  const older = await backedUp(here)
  expect(await forgetErasure(here, ADA, () => copySuppressions(here, file, ADA))).toBe(true)
  for (const session of [here, other]) {
    for (const backup of [older, before, older]) await restored(session, backup, file)
    expect(await emails(session)).toEqual([ADA])
  }
})

test('reading the suppressions file deletes only the older data of a person who joined again after an erasure', async () => {
  const [there, here, file] = [await newDatabase(ADA), await newDatabase(), newFile()]
  await eraseCopied(there, file, ADA)
  await addPerson(here, { email: ADA })
  for (const [what, age] of Object.entries({ joined: '0 s', left: '1 day' })) {
    for (const statement of [
      "INSERT INTO quarantine (email, mailbox, answers, honeypot, joined_at) SELECT $1, $1, '{}', 'x', at",
      'INSERT INTO inbox (mailbox, email, sent_at) SELECT $1, $2, at',
      'INSERT INTO links (mailbox, token, created_at) SELECT $1, $2::text::bytea, at',
      'INSERT INTO events (mailbox, event, created_at) SELECT $1, $2, at',
      "INSERT INTO reports (kind, mailbox, email, reported_at) SELECT 'bounce', $1, $1, at",
      `INSERT INTO mails (kind, mailbox, letter, state, conditions, ended_at, wanted_at)
       SELECT 'announce', $1, $2, 'sent', '[]', at, at`,
    ]) {
      const values = statement.includes('$2') ? [ADA, what, age] : [ADA, age]
      const time = `clock_timestamp() - $${values.length}::text::interval AS at`
      await here.query(`${statement} FROM (SELECT ${time}) AS times`, values)
    }
  }
  await syncSuppressions(here, file)
  for (const table of ['people', 'quarantine', 'inbox', 'links', 'events', 'reports', 'mails'])
    expect(await here.query(`SELECT FROM ${table} WHERE mailbox = $1`, [ADA]), table).toHaveLength(
      1,
    )
  const mails = await here.query('SELECT mailbox, letter, conditions FROM mails ORDER BY letter')
  expect(mails).toEqual([
    { mailbox: null, letter: '', conditions: null },
    { mailbox: ADA, letter: 'joined', conditions: [] },
  ])
})

test('the suppressions file records all suppressions from the same moment, and each later time of a suppression', async () => {
  const [here, file] = [await newDatabase(), newFile()]
  const add = (mailbox: string, reason: string) =>
    here.query(
      "INSERT INTO suppressions (mailbox_hash, reason, key_id, at) SELECT $1::text::bytea, $2, id, '2026-01-01' FROM hash_keys",
      [mailbox, reason],
    )
  await add('one', 'left')
  await syncSuppressions(here, file)
  for (const change of [
    () => add('one', 'bounced'),
    () => add('other', 'left'),
    () => here.query("UPDATE suppressions SET at = '2026-01-02' WHERE reason = 'bounced'"),
    () => here.query("UPDATE suppressions SET cleared_at = '2026-01-03' WHERE reason = 'bounced'"),
  ]) {
    const before = suppressionsIn(file)
    await change()
    await syncSuppressions(here, file)
    await syncSuppressions(here, file)
    expect(suppressionsIn(file)).toBe(before + 1)
  }
})

test('a later time that only the suppressions file contains is restored to the database', async () => {
  const [here, file] = [await newDatabase(ADA), newFile()]
  await here.query("SELECT suppress($1, 'left')", [ADA])
  await here.query("UPDATE suppressions SET at = at - interval '1 day'")
  const times = () => here.query<{ at: Date }>('SELECT at, cleared_at FROM suppressions')
  for (const later of ["at = at + interval '1 hour'", "cleared_at = at + interval '2 hours'"]) {
    const before = await times()
    await here.query(`UPDATE suppressions SET ${later}`)
    const after = await times()
    await syncSuppressions(here, file)
    // An older state of the database is restored.
    await here.query('UPDATE suppressions SET at = $1, cleared_at = NULL', [
      `${before[0]?.at.toISOString()}`,
    ])
    await syncSuppressions(here, file)
    expect(await times()).toEqual(after)
  }
})

test('the worker appends changes to the suppressions file, and rewrites a deleted or emptied file', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const [here, file] = [await newDatabase(ADA, BO), newFile()]
  const keep = suppressionsKeeper(file)
  const later = async () => {
    vi.advanceTimersByTime(10_000)
    await keep(here)
  }
  await keep(here)
  await erase(here, ADA)
  // The second round finds no suppressions, so it does not lock the list.
  await keep(here)
  expect(existsSync(file)).toBe(false)
  await later()
  expect(tablesIn(file)).toEqual(['hash_keys', 'suppressions'])

  await here.query("SELECT suppress($1, 'left')", [BO])
  await later()
  await later()
  expect(suppressionsIn(file)).toBe(2)
  // A restore can add suppressions with earlier times.
  await here.query(
    `INSERT INTO suppressions (mailbox_hash, reason, key_id, at) SELECT 'old', 'erased', id, '2020-01-01' FROM hash_keys`,
  )
  await later()
  expect(linesOf(file).at(-1)).toContain('2020-01-01')

  for (const remove of [rmSync, truncateSync]) {
    remove(file)
    await later()
    expect(suppressionsIn(file)).toBe(3)
  }
})

test('two processes can append to the suppressions file at the same time without losing lines', async () => {
  const people = Array.from({ length: 20 }, (_, n) => `${n}@example.com`)
  const [here, other, empty] = [
    await newDatabase(...people),
    await newDatabase(...people),
    await newDatabase(),
  ]
  const file = newFile()
  await Promise.all(
    [here, other].map(async (session) => {
      for (const email of people) {
        await eraseCopied(session, file, email)
        appendFileSync(file, '{"table":"suppressions","row":{"mai')
      }
    }),
  )
  await syncSuppressions(empty, file)
  expect(await empty.query('SELECT FROM suppressions')).toHaveLength(40)
})

test.for<[how: string, change: (file: string) => void]>([
  ['deleted or moved away', rmSync],
  ['emptied', truncateSync],
])(
  'a suppressions file that was %s between two runs of the worker is complete after an erasure',
  async ([_how, change]) => {
    const [here, empty, file] = [await newDatabase(ADA, BO, CY), await newDatabase(), newFile()]
    const keep = suppressionsKeeper(file)
    await here.query("SELECT suppress($1, 'left')", [ADA])
    await eraseCopied(here, file, BO)
    await keep(here)
    change(file)
    // Another process writes a new file before the worker notices the change.
    await eraseCopied(here, file, CY)
    await syncSuppressions(empty, file)
    expect(await empty.query('SELECT FROM suppressions')).toHaveLength(3)
  },
)

test('a truncated line in the suppressions file does not damage other lines', async () => {
  const [here, empty, file] = [await newDatabase(ADA), await newDatabase(), newFile()]
  mkdirSync(dirname(file), { recursive: true })
  // The first line is truncated, and a line with a hash key follows.
  writeFileSync(file, '{"table":"hash_keys","row":{"id')
  await eraseCopied(here, file, ADA)
  for (const line of linesOf(file).slice(1)) {
    for (let end = 1; end < line.length; end += 1) appendFileSync(file, `${line.slice(0, end)}\n`)
  }
  await syncSuppressions(empty, file)
  expect(await empty.query('SELECT FROM suppressions')).toHaveLength(1)
})

test('if the suppressions file has several lines about a mailbox, the latest counts', async () => {
  const [here, other, file] = [await newDatabase(), await newDatabase(), newFile()]
  for (const _ of ['first', 'again']) {
    await addPerson(here, { email: ADA })
    await eraseCopied(here, file, ADA)
  }
  const times = 'SELECT at::text FROM suppressions'
  await syncSuppressions(other, file)
  expect(await other.query(times)).toEqual(await here.query(times))
})
