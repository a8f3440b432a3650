import { expect, test } from 'vitest'
import { announce } from '../../../../api/src/mail/letters/announce.ts'
import { invite } from '../../../../api/src/mail/letters/invite.ts'
import { retry } from '../../../../api/src/mail/queue/retry-by-owner.ts'
import { newInstallation } from '../../support/installations.ts'
import {
  A_DAY,
  ALL,
  addPerson,
  addSending,
  invitation,
  LETTER,
  minutesAgo,
  newFolder,
  sendDue,
} from '../../support/mailing.ts'

test('mail retry repeats the last confirmation that was not withdrawn, whatever else was queued later', async () => {
  const here = await newInstallation()
  const mailbox = await addPerson(here, { confirmed_at: null })
  const state = 'failed'
  await addSending(here, { kind: 'confirm', mailbox, state, wanted_at: minutesAgo(5) })
  await addSending(here, { kind: 'remind', mailbox, state: 'sent' })
  await addSending(here, { kind: 'confirm', mailbox, state: 'withdrawn' })
  expect(await retry(here)).toEqual({ retried: 1, refused: false })
})

test.each([
  ['repeats', 'after', 'now', 1],
  ['does not repeat', 'before', minutesAgo(5), 0],
])(
  'mail retry %s a confirmation that was queued %s the person left',
  async (_what, _when, wanted_at, retried) => {
    const here = await newInstallation()
    const mailbox = await addPerson(here, { left_at: minutesAgo(1) })
    await here.query("UPDATE people SET pending_form = '{}'")
    await addSending(here, { kind: 'confirm', mailbox, state: 'failed', wanted_at })
    expect(await retry(here)).toEqual({ retried, refused: false })
  },
)

test('mail retry keeps the Message-ID of an email that a server may have accepted in an earlier attempt', async () => {
  const here = await newInstallation()
  const cases = [
    { attempts: 1, reply: '422', keeps: false },
    { attempts: 2, reply: '422', keeps: true },
    { attempts: 1, reply: 'ETIMEDOUT', keeps: true },
  ]
  for (const { attempts, reply, keeps } of cases) {
    const mailbox = await addPerson(here)
    const id = await addSending(here, { kind: 'invite', mailbox, state: 'failed', reply })
    await here.query('UPDATE mails SET attempts = $1 WHERE id = $2', [attempts, id])
    await retry(here)
    expect(await here.query('SELECT FROM mails WHERE id = $1', [id])).toHaveLength(keeps ? 1 : 0)
  }
})

test('mail retry does not repeat a letter whose text has been deleted', async () => {
  const here = await newInstallation()
  await addPerson(here)
  for (const id of [LETTER.id, '00000000000000bb']) await announce(here, { ...LETTER, id }, ALL)
  await here.query("UPDATE mails SET state = 'failed', ended_at = now()")
  await here.query('UPDATE letters SET html = NULL, text = NULL WHERE id = $1', [LETTER.id])
  expect(await retry(here)).toEqual({ retried: 1, refused: false })
})

test('mail retry EMAIL repeats an invitation that was sent before the address bounced', async () => {
  const here = await newInstallation()
  const email = await addPerson(here, { joined_at: minutesAgo(3 * A_DAY) })
  const { env } = newFolder()
  await invite(here, ALL)
  await sendDue(here, env)
  await here.query("UPDATE mails SET state = 'sent'")
  const before = await invitation(here)
  await here.query("SELECT suppress($1, 'bounced')", [email])
  expect(await retry(here)).toEqual({ retried: 0, refused: false })
  expect(await retry(here, email)).toEqual({ retried: 1, refused: true })
  await sendDue(here, env)
  const after = await invitation(here)
  expect(after).toMatchObject({ state: 'written', code: expect.stringMatching(/^[\da-f]{32}$/) })
  // Mail servers drop a second email with the same Message-ID.
  expect([after?.['id'], after?.['code']]).not.toContain(before?.['id'])
  expect(after?.['code']).not.toBe(before?.['code'])
  expect(await retry(here, email)).toEqual({ retried: 0, refused: false })
})

test('mail retry EMAIL repeats the confirmation of a person whose address bounced, but no email after a complaint', async () => {
  const here = await newInstallation()
  const [bounced, complained] = [
    await addPerson(here, { confirmed_at: null }),
    await addPerson(here),
  ]
  await addSending(here, { kind: 'confirm', mailbox: bounced, state: 'sent' })
  await addSending(here, { kind: 'invite', mailbox: complained, state: 'sent' })
  await here.query("SELECT suppress($1, 'bounced'), suppress($2, 'complained')", [
    bounced,
    complained,
  ])
  expect(await retry(here, bounced)).toEqual({ retried: 1, refused: true })
  expect(await retry(here, complained)).toEqual({ retried: 0, refused: true })
})

test('mail retry EMAIL repeats only emails lost to a bounce of this address that still counts', async () => {
  const here = await newInstallation()
  const [email, other] = [await addPerson(here), await addPerson(here)]
  await addSending(here, { kind: 'invite', mailbox: email, state: 'sent' })
  await addSending(here, { kind: 'after', mailbox: email, state: 'sent' })
  const bounce = (mailbox: string) => here.query("SELECT suppress($1, 'bounced')", [mailbox])
  await bounce(other)
  expect(await retry(here, email)).toEqual({ retried: 0, refused: false })
  await bounce(email)
  await here.query("SELECT lift($1, 'bounced')", [email])
  expect(await retry(here, email)).toEqual({ retried: 0, refused: false })
  await bounce(email)
  expect(await retry(here, email)).toEqual({ retried: 1, refused: true })
})

test('mail retry EMAIL repeats only this person’s webhooks, unless a newer webhook of the same kind waits', async () => {
  const here = await newInstallation()
  const [email, other] = [await addPerson(here), await addPerson(here)]
  const failed = { kind: 'webhook', state: 'failed', wanted_at: minutesAgo(5) } as const
  for (const about of ['joined', 'left'])
    await addSending(here, { ...failed, mailbox: email, about })
  for (const about of ['joined', 'left'])
    await addSending(here, { ...failed, mailbox: other, about })
  await addSending(here, { kind: 'webhook', mailbox: other, about: 'joined' })
  await addSending(here, { kind: 'webhook', mailbox: email, about: 'left' })
  expect(await retry(here, email)).toMatchObject({ retried: 1 })
  expect(await retry(here)).toMatchObject({ retried: 1 })
})

test('mail retry does not repeat an invitation to a person who has claimed the place', async () => {
  const here = await newInstallation()
  const [failed, bounced] = [await addPerson(here), await addPerson(here)]
  await addSending(here, { kind: 'invite', mailbox: failed, state: 'failed' })
  await addSending(here, { kind: 'invite', mailbox: bounced, state: 'sent' })
  await here.query('UPDATE people SET claimed_at = now()')
  await here.query("SELECT suppress($1, 'bounced')", [bounced])
  expect(await retry(here)).toMatchObject({ retried: 0 })
  expect(await retry(here, failed)).toMatchObject({ retried: 0 })
  expect(await retry(here, bounced)).toEqual({ retried: 0, refused: true })
})
