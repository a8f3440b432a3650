import { expect, test } from 'vitest'
import { runJobs } from '../../../api/src/list/retention.ts'
import { remind, wantConfirmation } from '../../../api/src/mail/confirmations.ts'
import type { MailState } from '../../../api/src/mail/kinds.ts'
import { newInstallation } from '../support/installations.ts'
import {
  A_DAY,
  addPerson,
  addSending,
  minutesAgo,
  newFolder,
  sendDue,
  waitingFor,
} from '../support/mailing.ts'

type Installation = Awaited<ReturnType<typeof newInstallation>>

const addMail = (
  here: Installation,
  mailbox: string,
  kind: 'confirm' | 'remind',
  days: number,
  state: MailState = 'sent',
) => addSending(here, { kind, mailbox, state, wanted_at: minutesAgo(days * A_DAY) })

/** Adds a person who has not confirmed, and whose first email was sent a few days ago. */
async function addSilent(here: Installation, days = 3, state?: MailState) {
  const email = await addPerson(here, { confirmed_at: null, joined_at: minutesAgo(days * A_DAY) })
  await addMail(here, email, 'confirm', days, state)
  return email
}

const confirm = (here: Installation, email: string, at = 'now') =>
  here.query('UPDATE people SET confirmed_at = $2 WHERE mailbox = $1', [email, at])

async function reminders(here: Installation) {
  const rows = await here.query<{ mailbox: string; state: string }>(
    "SELECT mailbox, state FROM mails WHERE kind = 'remind'",
  )
  return Object.fromEntries(rows.map(({ mailbox, state }) => [mailbox, state]))
}

test('a reachable person who has not confirmed after two days gets a single reminder', async () => {
  const here = await newInstallation()
  const [silent, late] = [await addSilent(here), await addSilent(here)]
  await addSilent(here, 1)
  await addSilent(here, 3, 'written')
  await addSilent(here, 3, 'failed')
  await addPerson(here, { confirmed_at: null })
  for (const reason of ['left', 'bounced']) {
    await here.query('SELECT suppress($1, $2)', [await addSilent(here), reason])
  }
  await confirm(here, await addSilent(here))
  await remind(here)
  expect(await reminders(here)).toEqual({ [silent]: 'waiting', [late]: 'waiting' })

  await confirm(here, late)
  const { env } = newFolder({
    remind: { subject: 'Still?', html: '{{confirm}}', text: '{{confirm}} {{leave}}' },
  })
  const mails = await sendDue(here, env)
  expect(mails).toMatchObject([{ subject: 'Still?', to: { text: silent } }])
  expect(mails[0]?.text).toMatch(/\/waitlist\/confirm\?t=[\w-]{43} /)
  expect(await reminders(here)).toEqual({ [silent]: 'written', [late]: 'withdrawn' })

  // Neither the deletion of old records nor another email causes a second reminder.
  await here.query(
    "UPDATE mails SET ended_at = ended_at - interval '91 days' WHERE kind = 'remind'",
  )
  await runJobs(here, { canSend: false })
  await addMail(here, silent, 'confirm', 3)
  await remind(here)
  expect(await waitingFor(here, 'remind')).toEqual([])
})

test('REMIND=off withdraws reminders when they are due, and REMIND=on sends them after all', async () => {
  const here = await newInstallation()
  const [silent, late] = [await addSilent(here), await addSilent(here)]
  const { env } = newFolder()
  await remind(here)
  expect(await sendDue(here, { ...env, REMIND: 'off' })).toEqual([])
  expect(await reminders(here)).toEqual({ [silent]: 'withdrawn', [late]: 'withdrawn' })
  await confirm(here, late)
  await remind(here)
  expect(await sendDue(here, env)).toMatchObject([{ subject: 'Reminder', to: { text: silent } }])
  await remind(here)
  expect(await waitingFor(here, 'remind')).toEqual([])
})

test('a confirmation that the owner requests is queued only if the address can be reached', async () => {
  const here = await newInstallation()
  const email = await addPerson(here, { confirmed_at: null })
  await here.query("SELECT suppress($1, 'bounced')", [email])
  await wantConfirmation(here, email)
  expect(await waitingFor(here, 'confirm')).toEqual([])
  await here.query("SELECT lift($1, 'bounced')", [email])
  await wantConfirmation(here, email)
  expect(await waitingFor(here, 'confirm')).toEqual([email])
})
