import { expect, test } from 'vitest'
import { fold } from '../../../../api/src/list/inbox/fold.ts'
import { countGroups } from '../../../../api/src/list/people/groups.ts'
import { invite, invitePerson } from '../../../../api/src/mail/letters/invite.ts'
import type { Session } from '../../../../api/src/system/session.ts'
import { reply } from '../../../support/smtp.ts'
import { newInstallation } from '../../support/installations.ts'
import { passDays } from '../../support/letters-after.ts'
import {
  A_DAY,
  ALL,
  addPerson,
  confirmByLink,
  invitation,
  makeDue,
  minutesAgo,
  newFolder,
  sendDue,
  states,
} from '../../support/mailing.ts'
import { newServer, newSlowServer } from '../../support/servers.ts'

const DAYS = 14

/** Makes a person leave, join again through the form and confirm. */
async function leaveAndReturn(here: Session, email: string): Promise<void> {
  await here.query("SELECT suppress($1, 'left')", [email])
  await here.query(
    `INSERT INTO inbox (email, mailbox, answers) VALUES ($1, $1, '{"first_name": "Ada"}')`,
    [email],
  )
  await fold(here, { events: false })
  await confirmByLink(here, email)
}

test('an invitation that waits is withdrawn when the person claims the place', async () => {
  const here = await newInstallation()
  const email = await addPerson(here)
  await invite(here, ALL)
  await here.query('UPDATE people SET claimed_at = now()')
  expect(await sendDue(here, newFolder().env)).toEqual([])
  expect(await states(here, 'invite')).toEqual({ [email]: 'withdrawn' })
})

test('a person who left and came back is in line again and can be invited again', async () => {
  const here = await newInstallation()
  const email = await addPerson(here, { joined_at: minutesAgo(A_DAY) })
  const { env } = newFolder()
  await invite(here, ALL)
  await sendDue(here, env)
  await here.query("UPDATE mails SET state = 'sent', code = 'earlier'")
  const before = await invitation(here)
  expect(await countGroups(here)).toMatchObject({ invited: 1 })
  await leaveAndReturn(here, email)
  expect(await countGroups(here)).toMatchObject({ confirmed: 1, invited: 0 })
  expect(
    await here.query('SELECT people.invited_at, people.invite_code, people.place FROM people'),
  ).toEqual([{ invited_at: null, invite_code: null, place: 1 }])
  expect(await invite(here, ALL)).toBe(1)
  expect(await sendDue(here, env)).toHaveLength(2)
  const after = await invitation(here)
  expect(after?.['code']).not.toBe(before?.['code'])
  expect(await countGroups(here)).toMatchObject({ invited: 1 })
  expect(await invite(here, ALL)).toBe(0)
})

test('an invitation queued before a person left is not sent after the person came back', async () => {
  const here = await newInstallation()
  const email = await addPerson(here, { joined_at: minutesAgo(A_DAY) })
  await invite(here, ALL)
  const { asked, answer, newWorker } = await newSlowServer()
  const turn = (await newWorker(here)).turn()
  await asked
  await leaveAndReturn(here, email)
  // The worker could not record that it had sent the earlier invitation.
  expect(await invite(here, ALL)).toBe(0)
  answer(reply(451))
  await turn
  await makeDue(here)
  const { newWorker: newOther, receivers } = await newServer()
  await (await newOther(here)).turn()
  expect(receivers()).toEqual([])
  expect(await invite(here, ALL)).toBe(1)
})

test('a person is not invited twice even if the clock is set back after they join', async () => {
  const here = await newInstallation()
  await addPerson(here, { joined_at: minutesAgo(-A_DAY) })
  expect(await invite(here, ALL)).toBe(1)
  expect(await sendDue(here, newFolder().env)).toHaveLength(1)
  expect(await invite(here, ALL)).toBe(0)
})

test('invite EMAIL repeats an invitation after its last day with a new code, but invite --count does not', async () => {
  const here = await newInstallation()
  const email = await addPerson(here, { joined_at: minutesAgo(99 * A_DAY) })
  const { env } = newFolder()
  await invitePerson(here, email, DAYS)
  await sendDue(here, env)
  await here.query("UPDATE mails SET state = 'sent'")
  const before = await invitation(here)
  await passDays(here, DAYS)
  expect(await invitePerson(here, email, DAYS)).toBe(false)
  await passDays(here, 2)
  expect(await invite(here, ALL)).toBe(0)
  expect(await invitePerson(here, email, DAYS)).toBe(true)
  expect(await invitation(here)).toMatchObject({ state: 'waiting', code: null })
  await sendDue(here, env)
  const after = await invitation(here)
  expect(after?.['id']).not.toBe(before?.['id'])
  expect(after?.['code']).not.toBe(before?.['code'])
  await passDays(here, 99)
  await here.query("UPDATE mails SET state = 'failed'")
  expect(await invitePerson(here, email, DAYS)).toBe(false)
  await here.query("UPDATE mails SET state = 'sent'")
  await here.query('UPDATE people SET claimed_at = now()')
  expect(await invitePerson(here, email, DAYS)).toBe(false)
})
