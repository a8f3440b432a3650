import { expect, test } from 'vitest'
import { announce } from '../../../../api/src/mail/letters/announce.ts'
import { cancelLetter, listLetters } from '../../../../api/src/mail/queue/cancel.ts'
import { retry } from '../../../../api/src/mail/queue/retry-by-owner.ts'
import { reply } from '../../../support/smtp.ts'
import { newInstallation } from '../../support/installations.ts'
import { ALL, addPerson, LETTER, makeDue, states } from '../../support/mailing.ts'
import { newServer, newSlowServer } from '../../support/servers.ts'

test('a letter that is cancelled while it is being sent is not sent later, unless it is announced again', async () => {
  const here = await newInstallation()
  const people = [await addPerson(here), await addPerson(here)]
  await announce(here, LETTER, ALL)
  const { asked, answer, newWorker } = await newSlowServer()
  const turn = (await newWorker(here)).turn(1)
  await asked
  expect(await cancelLetter(here, LETTER.id)).toBe(1)
  expect(await listLetters(here)).toEqual([])
  answer(reply(451))
  await turn
  await makeDue(here)
  await (await (await newServer()).newWorker(here)).turn()
  expect(Object.values(await states(here, 'announce'))).toEqual(['withdrawn', 'withdrawn'])

  expect(await announce(here, LETTER, ALL)).toBe(2)
  const other = await newServer()
  await (await other.newWorker(here)).turn()
  expect(other.receivers()).toEqual(people.toSorted())
})

test('a cancelled letter whose worker died is not sent by another worker', async () => {
  const here = await newInstallation()
  await addPerson(here)
  await announce(here, LETTER, ALL)
  const { asked, answer, newWorker } = await newSlowServer()
  const turn = (await newWorker(here)).turn()
  await asked
  await cancelLetter(here, LETTER.id)
  await makeDue(here)
  const other = await newServer()
  await (await other.newWorker(here)).turn()
  expect(other.receivers()).toEqual([])
  expect(Object.values(await states(here, 'announce'))).toEqual(['withdrawn'])
  answer(reply(451))
  await turn
})

test('mail retry does not repeat the failed emails of a cancelled letter, but announcing it again does', async () => {
  const here = await newInstallation()
  const email = await addPerson(here)
  await announce(here, LETTER, ALL)
  const { smtp, newWorker, receivers } = await newServer()
  smtp.checkRecipient = () => {
    throw reply(550, '5.7.1 Sender is blocked')
  }
  const worker = await newWorker(here)
  await worker.turn()
  expect(await states(here, 'announce')).toEqual({ [email]: 'failed' })
  await addPerson(here)
  await announce(here, LETTER, ALL)
  await cancelLetter(here, LETTER.id)
  expect(await retry(here)).toEqual({ retried: 0, refused: false })
  smtp.checkRecipient = () => {}
  expect(await announce(here, LETTER, ALL)).toBe(2)
  await worker.turn()
  expect(receivers()).toContain(email)
})
