import type { AddressObject } from 'mailparser'
import { expect, test } from 'vitest'
import { erase } from '../../../../api/src/list/people/erase.ts'
import { announce } from '../../../../api/src/mail/letters/announce.ts'
import { invitePerson } from '../../../../api/src/mail/letters/invite.ts'
import { prepareLetter } from '../../../../api/src/mail/letters/prepare.ts'
import { cancelLetter } from '../../../../api/src/mail/queue/cancel.ts'
import { readConfig } from '../../../../api/src/system/settings.ts'
import type { Conditions } from '../../../../contract/conditions.ts'
import { newInstallation } from '../../support/installations.ts'
import { ALL, addPerson, LETTER, newFolder, sendDue, states } from '../../support/mailing.ts'

const DAYS = 14

test('a planned letter does not go to a person who is invited before it is due', async () => {
  const here = await newInstallation()
  const [waits, invited] = [await addPerson(here), await addPerson(here)]
  const conditions: Conditions = [{ name: 'invited', values: ['no'] }]
  const at = new Date(Date.now() + 60_000)
  expect(await announce(here, LETTER, { conditions, at })).toBe(2)
  await invitePerson(here, invited, DAYS)
  await here.query("UPDATE mails SET due_at = now() WHERE kind = 'announce'")
  const mails = await sendDue(here, newFolder().env)
  expect(mails.filter(({ subject }) => subject === 'News')).toMatchObject([{ to: { text: waits } }])
  expect(await states(here, 'announce')).toEqual({ [waits]: 'written', [invited]: 'withdrawn' })
})

test('each person gets only the letters whose conditions they meet', async () => {
  const here = await newInstallation()
  const sources = ['press', 'friend']
  const people: Record<string, string> = {}
  for (const [n, source] of sources.entries()) {
    people[source] = await addPerson(here, { source })
    const letter = { ...LETTER, id: `00000000000000b${n}`, subject: source }
    await announce(here, letter, { conditions: [{ name: 'source', values: [source] }] })
  }
  const mails = await sendDue(here, newFolder().env)
  const got = mails.map(({ subject, to }) => [subject, (to as AddressObject).text])
  expect(Object.fromEntries(got)).toEqual(people)
})

test('a letter announced twice keeps the conditions of each announcement', async () => {
  const here = await newInstallation()
  const conditions = (source: string): Conditions => [{ name: 'source', values: [source] }]
  const people = [
    await addPerson(here, { source: 'Press' }),
    await addPerson(here, { source: 'friend' }),
  ]
  await announce(here, LETTER, { conditions: conditions('press') })
  await announce(here, LETTER, { conditions: conditions('friend') })
  const changed = await addPerson(here, { source: 'friend' })
  await announce(here, LETTER, { conditions: conditions('friend') })
  await here.query("UPDATE people SET source = 'press' WHERE mailbox = $1", [changed])
  const mails = await sendDue(here, newFolder().env)
  expect(mails.map(({ to }) => to)).toMatchObject(people.map((text) => ({ text })))
})

test('a cancelled letter that is announced again uses the new conditions', async () => {
  const here = await newInstallation()
  const email = await addPerson(here, { source: 'press' })
  const announceTo = (source: string) =>
    announce(here, LETTER, { conditions: [{ name: 'source', values: [source] }] })
  await announceTo('press')
  await cancelLetter(here, LETTER.id)
  await here.query("UPDATE people SET source = 'friend'")
  expect(await announceTo('friend')).toBe(1)
  expect(await sendDue(here, newFolder().env)).toMatchObject([{ to: { text: email } }])
})

test('erasing a person deletes the conditions of their letters', async () => {
  const here = await newInstallation()
  const email = await addPerson(here, { source: 'lovelace' })
  const conditions = [{ name: 'source', values: ['lovelace'] }]
  await announce(here, LETTER, { conditions })
  await sendDue(here, newFolder().env)
  await erase(here, email)
  expect(JSON.stringify(await here.query('SELECT * FROM mails'))).not.toContain('lovelace')
})

test('a letter’s links point to the site’s current address, and announcing the letter again corrects its text', async () => {
  const here = await newInstallation()
  const { env, write } = newFolder()
  const file = write('launch.md', '---\nsubject: News\n---\n\n[Prices](/pricing)\n')
  const draft = (SITE_URL: string) => prepareLetter(file, readConfig({ ...env, SITE_URL })).letter
  const [first, second] = [draft('https://old.example'), draft('https://new.example')]
  expect(second.id).toBe(first.id)
  await addPerson(here)
  await announce(here, first, ALL)
  const SITE_URL = 'https://new.example'
  const [mail] = await sendDue(here, { ...env, SITE_URL })
  expect(mail?.html).toContain('https://new.example/pricing')
  expect(mail?.text).not.toContain('old.example')

  await here.query("UPDATE letters SET html = 'https://old.example', text = ''")
  await addPerson(here)
  await announce(here, second, ALL)
  const mails = await sendDue(here, { ...env, SITE_URL })
  expect(mails).toHaveLength(2)
  for (const { html } of mails) expect(html).toContain('https://new.example/pricing')
})
