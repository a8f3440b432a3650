import type { AddressObject } from 'mailparser'
import { expect, test } from 'vitest'
import { remind } from '../../../../api/src/mail/confirmations.ts'
import { wantAfter } from '../../../../api/src/mail/letters/after.ts'
import { announce } from '../../../../api/src/mail/letters/announce.ts'
import { invite } from '../../../../api/src/mail/letters/invite.ts'
import { cancelLetter } from '../../../../api/src/mail/queue/cancel.ts'
import { countOwed } from '../../../../api/src/mail/queue/owed.ts'
import type { Session } from '../../../../api/src/system/session.ts'
import type { Conditions } from '../../../../contract/conditions.ts'
import type { AfterLetter } from '../../../../letters/mail-templates.ts'
import { newSmtp } from '../../../support/smtp.ts'
import { startTestWorker, TEMPLATES } from '../../../support/worker.ts'
import { newInstallation } from '../../support/installations.ts'
import {
  A_DAY,
  ALL,
  addPerson,
  addSending,
  type Changes,
  LETTER,
  minutesAgo,
  newFolder,
  sendDue,
} from '../../support/mailing.ts'
import { run } from '../../support/run-program.ts'

/** Adds one person for each kind of email, and saves the emails as files. */
async function newTrial() {
  const here = await newInstallation()
  const where: Conditions = [{ name: 'source', values: ['podcast'] }]
  const after = [{ ...TEMPLATES.remind, name: 'hello', days: 0, until: 'always', where }] as const
  const add = (email: string, more: Changes = {}) => addPerson(here, { email, ...more })
  const unconfirmed = { confirmed_at: null, joined_at: minutesAgo(3 * A_DAY) } as const
  const confirm = await add('confirm@example.com', unconfirmed)
  await addSending(here, { kind: 'confirm', mailbox: confirm })
  const silent = await add('remind@example.com', unconfirmed)
  const wanted_at = minutesAgo(3 * A_DAY)
  await addSending(here, { kind: 'confirm', mailbox: silent, state: 'sent', wanted_at })
  await remind(here)
  await add('invite@example.com')
  await invite(here, ALL)
  await wantAfter(here, after)
  await add('after@example.com', { source: 'podcast' })
  await wantAfter(here, after)
  await add('announce@example.com', { source: 'press' })
  await announce(here, LETTER, { conditions: [{ name: 'source', values: ['press'] }] })
  const { env } = newFolder({ after })
  const files = await sendDue(here, env)
  return { here, after, env, people: files.map(({ to }) => (to as AddressObject).text) }
}

/** Runs a worker with a mail server until no emails are waiting. Returns who received emails. */
async function sentBy(here: Session & { readonly url: string }, after: readonly AfterLetter[]) {
  const smtp = await newSmtp()
  const settings = { SMTP_URL: smtp.url }
  const worker = await startTestWorker({ databaseUrl: here.url }, settings, { ...TEMPLATES, after })
  const rest = () =>
    here.query("SELECT kind FROM mails WHERE state IN ('waiting', 'sending', 'written')")
  await expect.poll(rest, { timeout: 15_000 }).toEqual([])
  await worker.stop()
  return smtp.received.map(({ to }) => to).toSorted()
}

test('when a mail server is set, each saved email of every kind is sent exactly once', async () => {
  const { here, after, people } = await newTrial()
  expect(people).toEqual(
    ['after', 'announce', 'confirm', 'invite', 'remind'].map((name) => `${name}@example.com`),
  )
  expect(await countOwed(here)).toHaveLength(5)
  expect(await sentBy(here, after)).toEqual(people)
  expect(await countOwed(here)).toEqual([])
  expect(await sentBy(here, after)).toEqual([])
})

test('emails saved as files are not sent to people who should no longer get them', async () => {
  const { here, after } = await newTrial()
  await here.query(`UPDATE people SET confirmed_at = now() WHERE confirmed_at IS NULL;
    UPDATE people SET claimed_at = now() WHERE mailbox = 'invite@example.com';
    UPDATE people SET source = 'friend' WHERE mailbox = 'announce@example.com';
    SELECT suppress('after@example.com', 'left')`)
  expect(await countOwed(here)).toEqual([])
  const smtp = await newSmtp()
  const worker = await startTestWorker(
    { databaseUrl: here.url },
    { SMTP_URL: smtp.url },
    { ...TEMPLATES, after },
  )
  await here.query("INSERT INTO mails (kind, mailbox) VALUES ('invite', $1)", [
    await addPerson(here),
  ])
  await expect.poll(() => smtp.received).toHaveLength(1)
  await worker.stop()
  expect(smtp.received).toHaveLength(1)
})

test('mail cancel --written withdraws emails saved as files, and the doctor says how many there are', async () => {
  const { here, env, after } = await newTrial()
  // The records of its emails have been deleted, but its row keeps the letter from being sent again.
  await here.query("INSERT INTO letters (id, subject, created_at) VALUES ('old', '', '2026-01-01')")
  const kinds =
    '1 letter after the confirmation, 1 announced letter, 1 confirmation, 1 invitation and 1 reminder'
  const { stdout } = await run(['doctor', '--json'], { url: here.url, env })
  expect(JSON.parse(stdout)).toContainEqual({
    check: 'saved emails',
    level: 'to do',
    found: `saved only as files, and to be sent once the worker starts with SMTP_URL or MAIL_API: ${kinds}`,
    fix: 'To withdraw them: ./waitlist mail cancel --written',
  })
  const mail = (...args: string[]) => run(['mail', ...args], { url: here.url })
  expect((await mail()).stdout).toMatch(/^once emails can be sent +00000000000000aa +1 +News$/m)
  expect(await mail('cancel', '--written', '--yes')).toEqual({
    code: 0,
    stdout: `Withdrawn: ${kinds}.\n`,
    stderr: '',
  })
  await remind(here)
  expect(await sentBy(here, after)).toEqual([])
  expect(await mail('cancel', '--written', '--yes')).toMatchObject({
    code: 0,
    stderr: 'There are no saved emails to withdraw.\n',
  })
  expect(await mail('cancel')).toMatchObject({ code: 2 })
  expect(await here.query('SELECT id FROM letters')).toEqual([{ id: 'old' }])
})

test('mail cancel withdraws a letter that was saved as files', async () => {
  const { here, after } = await newTrial()
  expect(await cancelLetter(here, LETTER.id)).toBe(1)
  expect(await sentBy(here, after)).not.toContain('announce@example.com')
})
