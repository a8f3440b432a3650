import { describe, expect, onTestFinished } from 'vitest'
import { fold } from '../../../../api/src/list/inbox/fold.ts'
import { erase } from '../../../../api/src/list/people/erase.ts'
import {
  addReports,
  applyReports,
  type ProviderReport,
} from '../../../../api/src/list/suppressions/bounces.ts'
import { suppressionsFile } from '../../../../api/src/list/suppressions/file.ts'
import { syncSuppressions } from '../../../../api/src/list/suppressions/sync.ts'
import { mailSender } from '../../../../api/src/mail/queue/send.ts'
import { openPost } from '../../../../api/src/mail/transport/post.ts'
import { openDatabase } from '../../../../api/src/system/pool.ts'
import { openSession, type Session } from '../../../../api/src/system/session.ts'
import { readConfig } from '../../../../api/src/system/settings.ts'
import { asApi } from '../../../support/database.ts'
import { temporaryFolder } from '../../../support/for-a-test.ts'
import { newSmtp, reply } from '../../../support/smtp.ts'
import { startTestWorker, TEMPLATES } from '../../../support/worker.ts'
import { newInstallation } from '../../support/installations.ts'
import { waitingFor } from '../../support/mailing.ts'
import { run } from '../../support/run-program.ts'
import { test } from '../../support/test.ts'
import { backedUp, restored } from '../../support/transfers.ts'

const ADA = 'ada@corp.example'
const TAGGED = 'Ada+news@corp.example'

/** Sends a form with this spelling of the address. */
async function sign(session: Session, email: string): Promise<void> {
  await session.query(
    `INSERT INTO inbox (email, mailbox, answers, consent) VALUES ($1, $2, '{}', 'v1')`,
    [email, ADA],
  )
  await fold(session, { events: false })
}

const bounce = ({ url }: { readonly url: string }, email: string) => run(['bounce', email], { url })

/** Stores a mail provider's reports as the API does, applies them as the worker does, and returns the outcomes. */
async function report(
  here: Session & { readonly url: string },
  ...reports: Pick<ProviderReport, 'kind' | 'email'>[]
) {
  const database = openDatabase(await asApi(here.url), () => {})
  onTestFinished(() => database.close())
  await addReports(
    database,
    reports.map((each) => ({ ...each, status: '5.1.1' })),
  )
  return (await applyReports(here, 10)).map(({ outcome }) => outcome)
}

const isReachable = async (session: Session): Promise<boolean> =>
  session.value('SELECT undeliverable_at IS NULL AS reachable FROM people WHERE mailbox = $1', [
    ADA,
  ])

describe('a bounce applies to the address as it was typed', () => {
  test('a bounce of a tagged address does not stop emails to the address without the tag', async () => {
    const here = await newInstallation()
    const smtp = await newSmtp()
    smtp.checkRecipient = (address) => {
      if (address.includes('+')) throw reply(550, '5.1.1 No such user')
    }
    const worker = await startTestWorker({ databaseUrl: here.url }, { SMTP_URL: smtp.url })
    onTestFinished(() => worker.stop())
    await sign(here, TAGGED)
    await expect.poll(() => isReachable(here)).toBe(false)
    await sign(here, ADA)
    await expect.poll(() => smtp.received, { timeout: 15_000 }).toMatchObject([{ to: ADA }])
    expect(await isReachable(here)).toBe(true)

    await sign(here, TAGGED.toUpperCase())
    expect(await isReachable(here), 'with the tag again').toBe(false)
    expect(await waitingFor(here, 'confirm')).toEqual([])
  })

  test('a late bounce of an earlier spelling does not stop emails to the current spelling', async () => {
    const here = await newInstallation()
    await sign(here, TAGGED)
    await sign(here, ADA)
    expect(await report(here, { kind: 'bounce', email: TAGGED })).toEqual(['other spelling'])
    expect(await isReachable(here)).toBe(true)
    expect(await waitingFor(here, 'confirm')).toEqual([ADA])
    expect(await report(here, { kind: 'bounce', email: ADA.toUpperCase() })).toEqual(['marked'])
    expect(await isReachable(here)).toBe(false)
  })

  test('a complaint about an earlier spelling stops all emails to the mailbox', async () => {
    const here = await newInstallation()
    await sign(here, ADA)
    await sign(here, TAGGED)
    expect(await report(here, { kind: 'complaint', email: ADA })).toEqual(['marked'])
    await sign(here, ADA)
    expect(await isReachable(here)).toBe(false)
  })

  test('the worker applies reports in batches, oldest first', async () => {
    const here = await newInstallation()
    const database = openDatabase(await asApi(here.url), () => {})
    onTestFinished(() => database.close())
    const status = '5.1.1'
    await addReports(
      database,
      ['complaint', 'bounce'].map((kind) => ({ kind, email: ADA, status }) as ProviderReport),
    )
    expect(await applyReports(here, 1)).toHaveLength(1)
    expect(await here.query('SELECT kind FROM reports')).toEqual([{ kind: 'bounce' }])
  })

  test('a bounce with a punycode domain marks the same address with a non-ASCII domain', async () => {
    const here = await newInstallation()
    await here.query(
      `INSERT INTO inbox (email, mailbox, answers)
       VALUES ('Ada@bücher.example', 'ada@xn--bcher-kva.example', '{}')`,
    )
    await fold(here, { events: false })
    const email = 'ada@xn--bcher-kva.example'
    expect(await report(here, { kind: 'bounce', email })).toEqual(['marked'])
    expect(await here.query('SELECT FROM people WHERE undeliverable_at IS NULL')).toEqual([])
  })

  test('a bounce of an address without a tag stops emails to the mailbox, whatever the tag', async () => {
    const here = await newInstallation()
    await here.query("SELECT add_suppression($1, 'bounced')", [ADA])
    await sign(here, TAGGED)
    expect(await isReachable(here)).toBe(false)
    expect(await waitingFor(here, 'confirm')).toEqual([])
  })

  test('`mail retry` lifts the bounces of both the mailbox and the address', async () => {
    const here = await newInstallation()
    await sign(here, TAGGED)
    await bounce(here, TAGGED)
    await here.query("SELECT add_suppression($1, 'bounced')", [ADA])
    const retry = () => run(['mail', 'retry', ADA, '--yes'], { url: here.url })
    expect(await retry()).toMatchObject({
      code: 0,
      stdout: 'Retrying the address that was refused.\n',
    })
    expect(await isReachable(here)).toBe(true)
    expect(await retry()).toMatchObject({ code: 1 })
  })

  test('a bounce survives an erasure, and a move to another server by backup or suppressions file', async () => {
    const [here, there, other] = [
      await newInstallation(),
      await newInstallation(),
      await newInstallation(),
    ]
    const file = suppressionsFile(temporaryFolder())
    await sign(here, TAGGED)
    const older = await backedUp(here)
    await bounce(here, TAGGED)
    await syncSuppressions(here, file)
    await restored(there, older, file)
    await restored(other, await backedUp(here))
    await erase(here, ADA)
    for (const session of [here, there, other]) {
      await sign(session, TAGGED)
      expect(await isReachable(session)).toBe(false)
      await sign(session, ADA)
      expect(await isReachable(session)).toBe(true)
    }
  })
})

test('`bounce` says that an address is not on the list, or is listed in another spelling', async () => {
  const here = await newInstallation()
  await sign(here, ADA)
  expect(await bounce(here, 'nobody@example.com')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'That address is not on the list.\n',
  })
  expect(await bounce(here, TAGGED)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^The list contains another spelling of that address/),
  })
  expect(await isReachable(here)).toBe(true)
  expect(await bounce(here, ADA)).toMatchObject({ code: 0 })
  expect(await bounce(here, ADA)).toMatchObject({ code: 0, stdout: '' })
})

test('a mail server’s refusal and the mark on the person are recorded together or not at all', async () => {
  const here = await newInstallation()
  await sign(here, ADA)
  const smtp = await newSmtp()
  smtp.checkRecipient = () => {
    throw reply(550, '5.1.1 No such user')
  }
  const outcomes: string[] = []
  const post = await openPost(readConfig({ SMTP_URL: smtp.url }), TEMPLATES)
  onTestFinished(() => post.transport.close())
  const sender = mailSender(post, (_claimed, outcome) => void outcomes.push(outcome))
  const state = () =>
    here.query('SELECT state, undeliverable_at IS NOT NULL AS marked FROM mails, people')
  const connect = async () => {
    const session = await openSession(here.url, 'worker')
    onTestFinished(() => session.close().catch(() => {}))
    return session
  }

  const lost = await connect()
  const pid = await lost.value('SELECT pg_backend_pid()')
  const cut: Session = {
    ...lost,
    async query(text, values) {
      if (text.includes('suppress(')) await here.query('SELECT pg_terminate_backend($1)', [pid])
      return lost.query(text, values)
    },
  }
  await expect(sender.turn(cut, 10)).rejects.toThrow()
  expect(await state()).toEqual([{ state: 'sending', marked: false }])
  expect(outcomes).toEqual([])
  await sender.drain(await connect())
  expect(await state()).toEqual([{ state: 'failed', marked: true }])
  expect(outcomes).toEqual(['failed'])
})
