import { expect, onTestFinished, test, vi } from 'vitest'
import { mailSender } from '../../../../api/src/mail/queue/send.ts'
import { openPost } from '../../../../api/src/mail/transport/post.ts'
import { openSession, type Session } from '../../../../api/src/system/session.ts'
import { readConfig } from '../../../../api/src/system/settings.ts'
import { mailRound } from '../../../../api/src/worker/mail-round.ts'
import { newSmtp, reply } from '../../../support/smtp.ts'
import { TEMPLATES } from '../../../support/worker.ts'
import { newInstallation } from '../../support/installations.ts'
import { addPerson, addSending } from '../../support/mailing.ts'

/** Returns an email that waits, a mail server, and two workers that can send it. */
async function newMail() {
  const here = await newInstallation()
  const smtp = await newSmtp()
  const id = await addSending(here, { kind: 'invite', mailbox: await addPerson(here) })
  const outcomes: string[] = []
  const newWorker = async () => {
    const session = await openSession(here.url, 'worker')
    onTestFinished(() => session.close())
    const post = await openPost(readConfig({ SMTP_URL: smtp.url }), TEMPLATES)
    onTestFinished(() => post.transport.close())
    return { session, sender: mailSender(post, (_, outcome) => outcomes.push(outcome)) }
  }
  return {
    here,
    smtp,
    outcomes,
    one: await newWorker(),
    other: await newWorker(),
    row: async () => (await here.query('SELECT * FROM mails WHERE id = $1', [id]))[0],
    /** Moves the database's times as if its clock had jumped ahead or, with a minus, back. */
    setDatabaseAhead: (time: string) =>
      here.query('UPDATE mails SET due_at = due_at - $1::interval', [time]),
  }
}

/** Sets the machine's clock ahead or, with a negative number, back. Timers keep running. */
function setMachineAhead(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 })
  onTestFinished(() => void vi.useRealTimers())
}

/** Sets the machine's clock back by a day, while this many seconds pass. */
function setMachineBack(seconds: number): void {
  const now = performance.now() + seconds * 1_000
  vi.spyOn(performance, 'now').mockReturnValue(now)
  onTestFinished(() => void vi.restoreAllMocks())
  setMachineAhead(-86_400)
}

/** Returns a session that freezes its worker just before an email is sent. */
const freezing = (session: Session, freeze: () => Promise<void>): Session => ({
  ...session,
  query: (text, values) =>
    session.query(text, values).then(async (rows) => {
      if (text.includes('RETURNING code')) await freeze()
      return rows as never
    }),
})

test('an email whose worker froze before sending is sent only by another worker', async () => {
  const { smtp, outcomes, one, other, row, setDatabaseAhead } = await newMail()
  let recorded: unknown
  const session = freezing(one.session, async () => {
    setMachineAhead(61)
    await setDatabaseAhead('61 seconds')
    await other.sender.turn(other.session, 10)
    recorded = await row()
  })
  await one.sender.turn(session, 10)
  expect(recorded).toMatchObject({ state: 'sent', attempts: 2 })
  expect(await row()).toEqual(recorded)
  expect(outcomes).toEqual(['sent'])
  expect(smtp.received).toHaveLength(1)
})

test('a worker that froze before sending an email’s body does not send the body when it resumes', async () => {
  const { smtp, one, row } = await newMail()
  smtp.checkRecipient = () => setMachineAhead(61)
  await one.sender.turn(one.session, 10)
  expect(smtp.received).toEqual([])
  expect(await row()).toMatchObject({ state: 'waiting', attempts: 1 })
})

test('a refused email gets a new id, unless it may have been accepted before', async () => {
  const { here, smtp, one } = await newMail()
  const id = async () => (await here.query('SELECT id FROM mails'))[0]?.['id']
  const turn = async () => {
    await here.query('UPDATE mails SET due_at = now()')
    await one.sender.turn(one.session, 10)
    return id()
  }
  const first = await id()
  smtp.checkRecipient = () => smtp.cut()
  const second = await turn()
  expect(second).not.toBe(first)
  smtp.checkRecipient = () => {}
  smtp.onMail = () => smtp.cut()
  expect(await turn()).toBe(second)
  smtp.checkRecipient = () => smtp.cut()
  expect(await turn()).toBe(second)
})

/** Returns an email that the first worker has sent, and whose reply the server is holding back. */
async function newMailUnderWay() {
  const mail = await newMail()
  const replies = Promise.withResolvers<void>()
  mail.smtp.onMail = () => replies.promise
  const turn = mail.one.sender.turn(mail.one.session, 10)
  await expect.poll(() => mail.smtp.received).toHaveLength(1)
  return { ...mail, replies, turn }
}

test('a worker renews its leases even if the machine’s clock is set back by a day', async () => {
  const { smtp, turn, other, row, setDatabaseAhead, replies } = await newMailUnderWay()
  await setDatabaseAhead('61 seconds')
  const before = (await row())?.['due_at']
  setMachineBack(21)
  await expect.poll(async () => (await row())?.['due_at']).not.toEqual(before)
  await other.sender.turn(other.session, 10)
  replies.resolve()
  await turn
  expect(await row()).toMatchObject({ state: 'sent', attempts: 1 })
  expect(smtp.received).toHaveLength(1)
})

test('a worker does not report the outcome of an email that another worker has taken over', async () => {
  const { outcomes, turn, other, row, setDatabaseAhead, replies } = await newMailUnderWay()
  await setDatabaseAhead('61 seconds')
  const taken = other.sender.turn(other.session, 10)
  await expect.poll(async () => (await row())?.['attempts']).toBe(2)
  replies.resolve()
  await Promise.all([turn, taken])
  expect(outcomes).toEqual(['sent'])
})

test('sending resumes after an outage even if the machine’s clock is set back by a day', async () => {
  const { here, smtp, one } = await newMail()
  smtp.checkRecipient = () => {
    throw reply(421)
  }
  const events: string[] = []
  const round = mailRound(one.sender, {
    hasServer: true,
    away: () => events.push('away'),
    back: () => events.push('back'),
  })
  const poll = () =>
    expect.poll(async () => {
      await round(one.session)
      return events.at(-1)
    })
  await poll().toBe('away')
  smtp.checkRecipient = () => {}
  await here.query('UPDATE mails SET due_at = now()')
  setMachineBack(600)
  await poll().toBe('back')
  expect(smtp.received).toHaveLength(1)
})
