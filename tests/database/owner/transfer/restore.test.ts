import { expect, test } from 'vitest'
import { fold } from '../../../../api/src/list/inbox/fold.ts'
import { correct } from '../../../../api/src/list/people/correct.ts'
import { erase } from '../../../../api/src/list/people/erase.ts'
import { release } from '../../../../api/src/list/people/release.ts'
import { cancelLetter } from '../../../../api/src/mail/queue/cancel.ts'
import { countOwed } from '../../../../api/src/mail/queue/owed.ts'
import type { Session } from '../../../../api/src/system/session.ts'
import { contents, newInstallation, sendMail, tablesWith } from '../../support/installations.ts'
import { addPerson, addSending } from '../../support/mailing.ts'
import { backedUp, restored } from '../../support/transfers.ts'

const ADA = 'ada@example.com'

const personOf = async (session: Session, email: string) =>
  (await session.query('SELECT * FROM people WHERE mailbox = $1', [email]))[0]

const sign = (session: Session, first_name: string) =>
  session.query('INSERT INTO inbox (email, mailbox, answers, consent) VALUES ($1, $1, $2, $3)', [
    ADA,
    { first_name },
    'v1',
  ])

const join = async (session: Session, first_name = 'Ada') => {
  await sign(session, first_name)
  await fold(session, { events: true })
}

async function twoInstallations() {
  const [here, there] = [await newInstallation(), await newInstallation()]
  await join(here)
  await restored(there, await backedUp(here))
  return { here, there }
}

test('a restore doesn’t bring back an erased person’s data, and keeps a person who joined again', async () => {
  const [here, there] = [await newInstallation(), await newInstallation()]
  await join(here, 'Before')
  await sendMail(here.url, ADA, 'erased link')
  await sign(here, 'Unfolded')
  const older = await backedUp(here)
  await erase(here, ADA)
  await restored(here, older)
  expect(await tablesWith(here.url, ADA)).toEqual([])
  await join(here, 'Again')
  await restored(here, older)
  for (const file of [older, await backedUp(here), older]) await restored(there, file)
  for (const session of [here, there]) {
    expect(await personOf(session, ADA)).toMatchObject({ answers: { first_name: 'Again' } })
    expect(await session.query('SELECT FROM links')).toEqual([])
    expect(await session.query('SELECT state FROM mails WHERE mailbox = $1', [ADA])).toEqual([
      { state: 'waiting' },
    ])
  }
})

test('a restore keeps the time of a claim, even if the person has changed since the backup', async () => {
  const { here, there } = await twoInstallations()
  await here.query("UPDATE people SET claimed_at = '2026-11-01T00:00:00Z'")
  await correct(there, ADA, { last_name: 'King' })
  const older = await backedUp(there)
  await restored(there, await backedUp(here))
  await restored(here, older)
  for (const session of [here, there]) {
    expect(await personOf(session, ADA)).toMatchObject({ claimed_at: new Date('2026-11-01') })
  }
})

test('a link that confirmed a person stays marked, in whatever order backups are restored', async () => {
  const { here, there } = await twoInstallations()
  await here.query("INSERT INTO links (token, mailbox) VALUES ('token', $1)", [ADA])
  const older = await backedUp(here)
  await here.query('UPDATE links SET confirmed = true')
  for (const file of [older, await backedUp(here), older]) await restored(there, file)
  expect(await there.query('SELECT confirmed FROM links')).toEqual([{ confirmed: true }])
})

test('restoring a backup that contains an erasure also erases everything about the person there', async () => {
  const { here, there } = await twoInstallations()
  await correct(there, ADA, { last_name: 'King' })
  await erase(here, ADA)
  // These events are about the erased signup, although they are newer than the erasure.
  await sendMail(there.url, ADA, 'link from there')
  await addSending(there, { kind: 'invite', mailbox: ADA })
  await addSending(there, { kind: 'webhook', mailbox: ADA, about: 'confirmed' })
  const file = await backedUp(here)
  expect(await restored(there, file)).toMatchObject({ erased: 1 })
  expect(await tablesWith(there.url, ADA)).toEqual([])
  await restored(there, file)
  const changes = "SELECT detail FROM history WHERE command = 'restore' ORDER BY at"
  expect(await there.query(changes), 'the history, without a restore that changes nothing').toEqual(
    [{ detail: { restored: 1, erased: 0 } }, { detail: { restored: 0, erased: 1 } }],
  )
})

async function withOtherKeys() {
  const [here, there] = [await newInstallation(), await newInstallation()]
  await there.query('UPDATE hash_keys SET id = gen_random_uuid(), secret = sha256(secret)')
  return { here, there }
}

test('a person who left before a move to another installation can come back there', async () => {
  const { here, there } = await withOtherKeys()
  await addPerson(here, { email: ADA })
  await here.query("SELECT suppress($1, 'left')", [ADA])
  await restored(there, await backedUp(here))
  expect(await personOf(there, ADA)).toMatchObject({ left_at: expect.any(Date) })
  await there.query("SELECT lift($1, 'left')", [ADA])
  expect(await personOf(there, ADA)).toMatchObject({ left_at: null })
})

test('an erasure in either installation applies to both, although their hash keys differ', async () => {
  const { here, there } = await withOtherKeys()
  await addPerson(here, { email: ADA })
  await addPerson(there, { email: ADA })
  const file = await backedUp(here)
  await erase(there, ADA)
  await restored(there, file)
  expect(await personOf(there, ADA)).toBeUndefined()
  expect(await restored(here, await backedUp(there))).toMatchObject({ erased: 1 })
})

test('a restore keeps the confirmed version of a person, or else the version on the list', async () => {
  const [here, there] = [await newInstallation(), await newInstallation()]
  const owner = { first_name: 'Owner', joined_at: '2026-02-01', source: 'press' }
  await addPerson(here, { ...owner, email: ADA, confirmed_at: '2026-02-02' })
  await addPerson(there, { first_name: 'Stranger', email: ADA, confirmed_at: null })
  const [fromHere, fromThere] = [await backedUp(here), await backedUp(there)]
  expect(await restored(here, fromThere)).toMatchObject({ restored: 0 })
  expect(await restored(there, fromHere)).toMatchObject({ restored: 1 })
  expect(await personOf(there, ADA)).toEqual(await personOf(here, ADA))
  await correct(there, ADA, { last_name: 'There' })
  for (const file of [fromHere, fromThere]) {
    expect(await restored(there, file)).toMatchObject({ restored: 0 })
  }
  expect(await personOf(there, ADA)).toMatchObject({ answers: { last_name: 'There' } })
})

test.for<[what: string, before: readonly string[], after: readonly string[]]>([
  ['left', [], ["SELECT suppress($1, 'left')"]],
  ['bounced and was retried', ["SELECT suppress($1, 'bounced')"], ["SELECT lift($1, 'bounced')"]],
])(
  'two backups of a person who %s can be restored in any order, and the later backup wins',
  async ([_what, before, after]) => {
    const here = await newInstallation()
    await addPerson(here, { email: ADA })
    for (const statement of before) await here.query(statement, [ADA])
    const older = await backedUp(here)
    for (const statement of after) await here.query(statement, [ADA])
    const newer = await backedUp(here)
    const expected = await personOf(here, ADA)
    for (const files of [
      [newer, older],
      [older, newer],
    ]) {
      const there = await newInstallation()
      for (const session of [here, there]) {
        for (const file of files) await restored(session, file)
        expect(await personOf(session, ADA)).toEqual(expected)
      }
    }
  },
)

test('a released person is not quarantined again by an older backup', async () => {
  const here = await newInstallation()
  await here.query(
    "INSERT INTO quarantine (email, mailbox, answers, honeypot, joined_at) VALUES ($1, $1, '{}', 'x', now())",
    [ADA],
  )
  const older = await backedUp(here)
  await release(here, ADA)
  const released = await personOf(here, ADA)
  await restored(here, older)
  expect(await personOf(here, ADA)).toEqual(released)
  expect(await here.query('SELECT FROM quarantine')).toEqual([])
})

test('a restore does not repeat emails that were sent since the backup, and withdraws waiting letters', async () => {
  const here = await newInstallation()
  for (const email of [ADA, 'bo@example.com']) {
    await addPerson(here, { email, confirmed_at: null })
    await addSending(here, { kind: 'confirm', mailbox: email })
    await addSending(here, { kind: 'announce', about: 'a1', mailbox: email })
    await addSending(here, { kind: 'webhook', mailbox: email })
  }
  for (const kind of ['invite', 'after'] as const) {
    await addSending(here, { kind, mailbox: ADA, state: 'sending' })
  }
  await here.query("INSERT INTO letters VALUES ('a1', 'News', '', '')")
  const file = await backedUp(here)
  const there = await newInstallation()
  expect(await restored(there, file)).toMatchObject({
    withdrawn: { letters: 3, invitations: 1 },
  })
  expect(
    await there.query(
      'SELECT kind, state, ended_at IS NULL AS waits FROM mails ORDER BY kind, mailbox',
    ),
  ).toEqual([
    { kind: 'after', state: 'withdrawn', waits: false },
    ...Array(2).fill({ kind: 'announce', state: 'withdrawn', waits: false }),
    ...Array(2).fill({ kind: 'confirm', state: 'waiting', waits: true }),
    { kind: 'invite', state: 'withdrawn', waits: false },
  ])
  for (const session of [here, there]) {
    expect(await restored(session, file), 'nothing that waits in the list').toMatchObject({
      withdrawn: { letters: 0, invitations: 0 },
    })
  }

  for (const table of ['mails', 'events']) {
    await here.query(`UPDATE ${table} SET state = 'sent', ended_at = now() WHERE mailbox = $1`, [
      ADA,
    ])
  }
  await cancelLetter(here, 'a1')
  const after = await contents(here.url)
  await restored(here, file)
  expect(await contents(here.url)).toEqual(after)
  // The other installation gets this change from the later backup.
  await restored(there, await backedUp(here))
  expect(await there.query('SELECT DISTINCT state FROM mails WHERE mailbox = $1', [ADA])).toEqual([
    { state: 'sent' },
  ])
})

test('emails that were only saved as files at the time of the backup are not sent after a restore', async () => {
  const here = await newInstallation()
  await addPerson(here, { email: ADA })
  const id = await addSending(here, { kind: 'invite', mailbox: ADA, state: 'written' })
  const file = await backedUp(here)
  const there = await newInstallation()
  expect(await restored(there, file)).toMatchObject({ withdrawn: { invitations: 1 } })
  expect(await countOwed(there)).toEqual([])

  for (const state of ['sending', 'withdrawn']) {
    await here.query('UPDATE mails SET state = $1, lease = gen_random_uuid()', [state])
    await restored(here, file)
    expect(await here.query('SELECT id, state FROM mails')).toEqual([{ id, state }])
  }
})

test('a sent letter is not sent again because another installation queued it later', async () => {
  const { here, there } = await twoInstallations()
  const letter = { kind: 'announce', about: 'a1', mailbox: ADA } as const
  await addSending(here, { ...letter, state: 'sent' })
  await addSending(there, letter)
  await restored(here, await backedUp(there))
  expect(await here.query("SELECT state FROM mails WHERE kind = 'announce'")).toEqual([
    { state: 'sent' },
  ])
})

test('a restore drops a waiting confirmation if another confirmation was sent since the backup', async () => {
  const here = await newInstallation()
  await addPerson(here, { email: ADA, confirmed_at: null })
  await addSending(here, { kind: 'confirm', mailbox: ADA })
  const file = await backedUp(here)
  await here.query('DELETE FROM mails')
  await sendMail(here.url, ADA, 'token')
  await restored(here, file)
  expect(await here.query('SELECT state FROM mails')).toEqual([{ state: 'sent' }])
})

test('a restored email goes out at the pace of bulk until a form makes it urgent again', async () => {
  const { there } = await twoInstallations()
  const classes = () => there.query('SELECT class, state FROM mails')
  expect(await classes()).toEqual([{ class: 'bulk', state: 'waiting' }])
  await join(there)
  expect(await classes()).toEqual([{ class: 'asked', state: 'waiting' }])
})

test('an email that was being sent waits again after a restore, with the same Message-ID', async () => {
  const [here, there] = [await newInstallation(), await newInstallation()]
  await addPerson(here, { email: ADA })
  const id = await addSending(here, { kind: 'remind', mailbox: ADA, state: 'sending' })
  await restored(there, await backedUp(here))
  expect(await there.query('SELECT id, state, lease FROM mails')).toEqual([
    { id, state: 'waiting', lease: null },
  ])
})

test('a waiting form and a waiting request are restored once, but not after they were folded', async () => {
  const here = await newInstallation()
  const inbox = () => here.query('SELECT mailbox FROM inbox ORDER BY 1')
  await addPerson(here, { email: 'bo@example.com', confirmed_at: null })
  await here.query("INSERT INTO inbox (mailbox) VALUES ('bo@example.com')")
  await sign(here, 'Ada')
  const file = await backedUp(here)
  await restored(here, file)
  expect(await inbox()).toEqual([{ mailbox: ADA }, { mailbox: 'bo@example.com' }])
  await fold(here, { events: true })
  // The record of the confirmation may have been deleted.
  await here.query('DELETE FROM mails WHERE mailbox = $1', [ADA])
  await restored(here, file)
  expect(await inbox()).toEqual([])
})

test('a restore keeps visits that were counted since the backup', async () => {
  const here = await newInstallation()
  await here.query(
    "INSERT INTO visits VALUES ('2026-01-31', '/', '', 3), ('2026-01-31', '/x', '', 7)",
  )
  const file = await backedUp(here)
  await here.query("UPDATE visits SET count = CASE path WHEN '/' THEN 5 ELSE 1 END")
  await restored(here, file)
  expect(await here.query('SELECT count FROM visits ORDER BY path')).toEqual([
    { count: '5' },
    { count: '7' },
  ])
})

test('a restore keeps two reports that share a number', async () => {
  const [here, there] = [await newInstallation(), await newInstallation()]
  const add = 'INSERT INTO reports (kind, mailbox, email) VALUES ($1, $2, $2)'
  await addPerson(here, { email: ADA })
  await here.query(add, ['bounce', ADA])
  await there.query(add, ['complaint', 'bo@example.com'])
  const file = await backedUp(here)
  await restored(there, file)
  expect(await there.query('SELECT mailbox FROM reports ORDER BY 1')).toEqual([
    { mailbox: ADA },
    { mailbox: 'bo@example.com' },
  ])
})
