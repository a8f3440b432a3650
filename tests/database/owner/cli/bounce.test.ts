import { expect, test } from 'vitest'
import { fold } from '../../../../api/src/list/inbox/fold.ts'
import { newInstallation, recorded } from '../../support/installations.ts'
import { addPerson, addSending, waitingFor } from '../../support/mailing.ts'
import { run } from '../../support/run-program.ts'

test('a bounce stops all emails to the person, even after another signup, and nothing else', async () => {
  const here = await newInstallation()
  const email = await addPerson(here)
  await addSending(here, { kind: 'announce', mailbox: email })
  await addSending(here, { kind: 'webhook', mailbox: email, about: 'joined' })
  const bounce = (address: string, input = '') => run(['bounce', address], { url: here.url, input })
  expect(await bounce('-', `${email.toUpperCase()}\n`)).toEqual({
    code: 0,
    stdout: 'That address is not emailed any more.\n',
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
