import { expect, onTestFinished, test } from 'vitest'
import { fold } from '../../../../api/src/list/inbox/fold.ts'
import { markUndeliverable } from '../../../../api/src/list/suppressions/bounces.ts'
import { openSession } from '../../../../api/src/system/session.ts'
import { newInstallation, recorded } from '../../support/installations.ts'
import { untilBlocked } from '../../support/locks.ts'
import { addPerson, addSending, waitingFor } from '../../support/mailing.ts'
import { run } from '../../support/run-program.ts'

test('a bounce stops all emails to the person, even after another signup, but does not change anything else', async () => {
  const here = await newInstallation()
  const email = await addPerson(here)
  await addSending(here, { kind: 'announce', mailbox: email })
  await addSending(here, { kind: 'webhook', mailbox: email, about: 'joined' })
  const bounce = (address: string, input = '') => run(['bounce', address], { url: here.url, input })
  expect(await bounce('-', `${email.toUpperCase()}\n`)).toEqual({
    code: 0,
    stdout: 'No more emails will be sent to that address.\n',
    stderr: '',
  })
  expect(await waitingFor(here, 'announce')).toEqual([])
  expect(await waitingFor(here, 'webhook')).toEqual([email])
  expect(await recorded(here.url)).toEqual(['bounce'])
  expect((await bounce(email)).stderr).toMatch(/^That address is already marked/)

  await here.query('INSERT INTO inbox (mailbox) VALUES ($1)', [email])
  await fold(here, { events: false })
  expect(await here.query('SELECT FROM inbox')).toEqual([])
  expect(await waitingFor(here, 'confirm')).toEqual([])
})

test('a bounce recorded while the person leaves does not bring the person back', async () => {
  const here = await newInstallation()
  const email = await addPerson(here)
  const other = await openSession(here.url)
  onTestFinished(() => other.close())
  const { marking } = await other.transaction(async () => {
    await other.query("SELECT suppress($1, 'left')", [email])
    const marking = markUndeliverable(here, email)
    await untilBlocked(here.url, 1)
    return { marking }
  })
  expect(await marking).toBe('marked')
  expect(await here.query('SELECT left_at, undeliverable_at FROM people')).toEqual([
    { left_at: expect.any(Date), undeliverable_at: expect.any(Date) },
  ])
})
