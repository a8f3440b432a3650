// Guards frozen-worker.

import { expect, onTestFinished, test, vi } from 'vitest'
import { readOwnerConfig } from '../../../api/src/config/owner.ts'
import { openSession, type Session } from '../../../api/src/database/session.ts'
import { openPost } from '../../../api/src/outbox/post.ts'
import { mailSender } from '../../../api/src/outbox/send.ts'
import { newSmtp } from '../../support/for-a-test.ts'
import { gate } from '../../support/gate.ts'
import { newInstallation } from '../../support/program/installations.ts'
import { addPerson, addSending } from '../../support/program/mailing.ts'
import { TEMPLATES } from '../../support/worker.ts'

/** An email that waits, a mail server, and workers that send it. */
async function newMail() {
  const here = await newInstallation()
  const smtp = await newSmtp()
  const id = await addSending(here, { kind: 'invite', email_key: await addPerson(here) })
  return {
    here,
    smtp,
    row: async () => (await here.query('SELECT * FROM mails WHERE id = $1', [id]))[0],
    async worker() {
      const session = await openSession(here.url, 'worker')
      onTestFinished(() => session.close())
      const post = await openPost(readOwnerConfig({ SMTP_URL: smtp.url }), TEMPLATES)
      onTestFinished(() => post.transport.close())
      return { session, sender: mailSender(post, () => {}) }
    },
    /** As a clock of the database that jumps ahead; back with a minus. */
    setDatabaseAhead: (time: string) =>
      here.query('UPDATE mails SET due_at = due_at - $1::interval', [time]),
  }
}

/** Sets the clock of the machine ahead; back with a minus. Timers go on. */
function setMachineAhead(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 })
  onTestFinished(() => void vi.useRealTimers())
}

type Step = (session: Session, freeze: () => Promise<void>) => Session

const STEPS: Readonly<Record<string, Step>> = {
  'after its claim': (session, freeze) => ({
    ...session,
    transaction: (work, mode) =>
      session.transaction(work, mode).then(async (result) => {
        await freeze()
        return result
      }),
  }),
  'before it is sent': (session, freeze) => ({
    ...session,
    query: (text, values) =>
      session.query(text, values).then(async (rows) => {
        if (text.includes('RETURNING code')) await freeze()
        return rows as never
      }),
  }),
}

test.each(Object.entries(STEPS))(
  'a mail whose worker is frozen %s is sent by another worker alone',
  async (_step, at) => {
    const { smtp, row, worker, setDatabaseAhead } = await newMail()
    const [frozen, other] = [await worker(), await worker()]
    let [isFrozen, recorded] = [false, await row()]
    const session = at(frozen.session, async () => {
      if (isFrozen) return
      isFrozen = true
      setMachineAhead(61)
      await setDatabaseAhead('61 seconds')
      await other.sender.turn(other.session, 10)
      await other.sender.drain(other.session)
      recorded = await row()
    })
    await frozen.sender.turn(session, 10)
    await frozen.sender.drain(session)
    expect(recorded).toMatchObject({ state: 'sent', attempts: 2 })
    expect(await row()).toEqual(recorded)
    expect(smtp.received).toHaveLength(1)
  },
)

test.each([
  ['database', 60],
  ['database', 86_400],
  ['database', -60],
  ['machine', 60],
  ['machine', 86_400],
  ['machine', -60],
  ['machine', -86_400],
] as const)(
  'a worker does not repeat the mail that it sends when the clock of the %s jumps by %i seconds',
  async (clock, seconds) => {
    const { smtp, row, worker, setDatabaseAhead } = await newMail()
    const { session, sender } = await worker()
    const reply = gate()
    smtp.onMail = () => reply.opened
    await sender.turn(session, 10)
    await expect.poll(() => smtp.received).toHaveLength(1)
    if (clock === 'machine') setMachineAhead(seconds)
    else await setDatabaseAhead(`${seconds} seconds`)
    await sender.turn(session, 10)
    await sender.turn(session, 10)
    reply.open()
    await sender.drain(session)
    expect(await row()).toMatchObject({ state: 'sent' })
    await sender.turn(session, 10)
    expect(smtp.received).toHaveLength(1)
  },
)
