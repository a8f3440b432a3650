// Guards reminder.

import { expect, test } from 'vitest'
import { remind } from '../../../api/src/outbox/remind.ts'
import { erase } from '../../../api/src/people/erase.ts'
import { stats } from '../../../api/src/people/stats.ts'
import { runJobs } from '../../../api/src/retention/jobs.ts'
import { newInstallation } from '../../support/program/installations.ts'
import {
  addPerson,
  addSending,
  minutesAgo,
  newFolder,
  sendDue,
  waitingFor,
} from '../../support/program/mailing.ts'

type Installation = Awaited<ReturnType<typeof newInstallation>>

const DAY = 24 * 60

/** A person who has not confirmed, and whose first email left some days ago. */
async function addSilent(
  here: Installation,
  days = 3,
  state: 'sent' | 'written' | 'failed' = 'sent',
) {
  const email = await addPerson(here, { confirmed_at: null, joined_at: minutesAgo(days * DAY) })
  await addSending(here, {
    kind: 'confirm',
    email_key: email,
    state,
    wanted_at: minutesAgo(days * DAY),
  })
  return email
}

const mailsOf = (here: Installation) =>
  here.query("SELECT email_key, state FROM mails WHERE kind = 'remind' ORDER BY email_key")

test('who has not confirmed two days after the first email, and can be reached, gets one reminder, once', async () => {
  const here = await newInstallation()
  const silent = await addSilent(here)
  await addSilent(here, 1)
  await addSilent(here, 3, 'written')
  await addSilent(here, 3, 'failed')
  await addPerson(here, { confirmed_at: null })
  for (const reason of ['left', 'bounced']) {
    await here.query('SELECT refuse($1, $2)', [await addSilent(here), reason])
  }
  const confirmed = await addSilent(here)
  await here.query('UPDATE people SET confirmed_at = now() WHERE email_key = $1', [confirmed])
  await remind(here, true)
  expect(await waitingFor(here, 'remind')).toEqual([silent])

  const { env } = newFolder({
    remind: { subject: 'Still?', html: '{{confirm}}', text: '{{confirm}} {{leave}}' },
  })
  const [mail, ...others] = await sendDue(here, env)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ subject: 'Still?', to: { text: silent } })
  expect(mail?.text).toMatch(/\/waitlist\/confirm\?t=[\w-]{43} /)
  // also after the record of the first email is old, and after another one
  await here.query(
    "UPDATE mails SET ended_at = ended_at - interval '91 days' WHERE kind = 'remind'",
  )
  await runJobs(here, { canSend: false })
  await addSending(here, {
    kind: 'confirm',
    email_key: silent,
    state: 'sent',
    wanted_at: minutesAgo(3 * DAY),
  })
  await remind(here, true)
  expect(await mailsOf(here)).toEqual([{ email_key: silent, state: 'written' }])
})

test('a reminder that waits is not sent to a person who confirms, leaves or is erased meanwhile', async () => {
  const here = await newInstallation()
  const [confirmed, left, erased] = [
    await addSilent(here),
    await addSilent(here),
    await addSilent(here),
  ]
  await remind(here, true)
  expect(await waitingFor(here, 'remind')).toHaveLength(3)
  await here.query('UPDATE people SET confirmed_at = now() WHERE email_key = $1', [confirmed])
  await here.query("SELECT refuse($1, 'left')", [left])
  await erase(here, erased)
  expect(await sendDue(here, newFolder().env)).toEqual([])
  expect(await mailsOf(here)).toEqual(
    [confirmed, left].toSorted().map((email_key) => ({ email_key, state: 'withdrawn' })),
  )
})

test('a reminder does not put off the erasure of a person who does not confirm', async () => {
  const here = await newInstallation()
  const silent = await addSilent(here, 31)
  await addSending(here, {
    kind: 'remind',
    email_key: silent,
    state: 'sent',
    wanted_at: minutesAgo(DAY),
  })
  await runJobs(here, { canSend: true })
  expect(await here.query('SELECT FROM people')).toEqual([])
})

test('with REMIND=off nobody is reminded, and what waits is withdrawn', async () => {
  const here = await newInstallation()
  const silent = await addSilent(here)
  await remind(here, false)
  expect(await mailsOf(here)).toEqual([])
  await remind(here, true)
  await remind(here, false)
  expect(await mailsOf(here)).toEqual([{ email_key: silent, state: 'withdrawn' }])
})

test('stats count the people who were reminded, and those who confirmed afterwards', async () => {
  const here = await newInstallation()
  const [silent, late, early] = [
    await addSilent(here),
    await addSilent(here),
    await addSilent(here),
  ]
  await here.query(
    "UPDATE people SET confirmed_at = now() - interval '2 days' WHERE email_key = $1",
    [early],
  )
  for (const email_key of [silent, late, early]) {
    await addSending(here, { kind: 'remind', email_key, state: 'sent', wanted_at: minutesAgo(DAY) })
  }
  await here.query('UPDATE people SET confirmed_at = now() WHERE email_key = $1', [late])
  expect(await stats(here)).toMatchObject({ reminded: 3, confirmed_after_reminder: 1 })
})
