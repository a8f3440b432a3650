import { FRIEND_NEWS, FRIEND_WORDS, plural } from '@ad-kit/contract'
import { expect, test } from 'vitest'
import { erase } from '../../../../api/src/list/people/erase.ts'
import { countPlaces } from '../../../../api/src/list/people/referrers.ts'
import { runJobs } from '../../../../api/src/list/retention.ts'
import { includeEarlier, wantAfter } from '../../../../api/src/mail/letters/after.ts'
import { wantFriends } from '../../../../api/src/mail/letters/friends.ts'
import { openSession, type Session } from '../../../../api/src/system/session.ts'
import type { AfterLetter } from '../../../../letters/mail-templates.ts'
import { TEMPLATES } from '../../../support/worker.ts'
import { newInstallation, tablesWith } from '../../support/installations.ts'
import {
  addPerson,
  addSending,
  type Changes,
  confirmByLink,
  newFolder,
  sendDue,
} from '../../support/mailing.ts'
import { backedUp, restored } from '../../support/transfers.ts'

const CODE = 'bcdfghjklm'

const { friend } = TEMPLATES

const REWARD: AfterLetter = {
  ...{ name: 'reward', days: 0, friends: 2, until: 'always', where: [] },
  ...{ subject: 'Reward', html: '', text: '' },
}

/** Adds a person who then confirms through the link in an email. */
async function click(here: Session, changes: Changes = {}): Promise<string> {
  const mailbox = await addPerson(here, { source: CODE, confirmed_at: null, ...changes })
  await confirmByLink(here, mailbox)
  return mailbox
}

const setCode = (here: Session, mailbox: string, code: string) =>
  here.query('UPDATE people SET referral_code = $2 WHERE mailbox = $1', [mailbox, code])

/** Creates a list with a person who has a referral link and is third in line. */
async function newList() {
  const here = await newInstallation()
  for (const joined_at of ['2026-01-01', '2026-01-02']) await addPerson(here, { joined_at })
  const email = await addPerson(here, { joined_at: '2026-01-03' })
  await setCode(here, email, CODE)
  return { here, email }
}

/** Sends what the worker wants now, and returns what each email says. */
async function round(here: Session, after: readonly AfterLetter[] = []): Promise<string[]> {
  await countPlaces(here)
  await wantAfter(here, after)
  await wantFriends(here, { friend, after })
  const mails = await sendDue(here, newFolder({ after }).env)
  return mails.map(({ subject, text = '' }) =>
    subject === 'Friend' ? text.replace(/https:.*/, '').trim() : (subject ?? ''),
  )
}

/** Moves people and emails into the past. */
async function passHours(here: Session, hours: number): Promise<void> {
  const past = (...columns: string[]) =>
    columns.map((column) => `${column} = ${column} - make_interval(hours => $1)`).join()
  await here.query(`UPDATE people SET ${past('joined_at', 'confirmed_at')}`, [hours])
  await here.query(`UPDATE mails SET ${past('wanted_at', 'ended_at')}`, [hours])
}

/** Returns what the email says to a person who is now first in line, and was at another place before. */
function said(friends: number, before?: number): string {
  const moved = before === undefined ? FRIEND_WORDS.placed : FRIEND_NEWS.moved
  const place = moved.replace('{before}', String(before)).replace('{place}', '1')
  return [plural(friends, FRIEND_WORDS.friends), place, FRIEND_WORDS.advance].join(' ')
}

test('a person is told once about a friend who has confirmed, with the old and the new place', async () => {
  const { here, email } = await newList()
  const somebody = await addPerson(here)
  await addSending(here, { kind: 'friend', about: '5', mailbox: somebody, state: 'sent' })
  await addSending(here, { kind: 'announce', about: 'launch', mailbox: email, state: 'sent' })
  await click(here)
  const other = await openSession(here.url)
  const sent = await Promise.all([round(here), round(other)])
  await other.close()
  expect(sent.flat()).toEqual([said(1, 3)])
  await passHours(here, 25)
  expect(await round(here)).toEqual([])
  // This email's record outlives those of other emails.
  await passHours(here, 91 * 24)
  await runJobs(here, { canSend: true })
  await click(here)
  expect(await round(here)).toEqual([said(2)])
  await erase(here, email)
  await click(here)
  expect(await round(here)).toEqual([])
  expect(await tablesWith(here.url, email)).toEqual([])
})

test('a person is told about friends at most once a day, and then about all new friends together', async () => {
  const { here } = await newList()
  await click(here)
  expect(await round(here)).toHaveLength(1)
  const [bo, cy] = [await click(here, { email: 'bo@one.example' }), await click(here)]
  await passHours(here, 23)
  expect(await round(here)).toEqual([])
  await passHours(here, 2)
  expect(await round(here)).toEqual([said(3)])
  for (const friend of [bo, cy]) await here.query("SELECT suppress($1, 'left')", [friend])
  await click(here)
  await passHours(here, 25)
  expect(await round(here), 'fewer friends than before').toEqual([])
})

test.each<[string, (here: Session, email: string) => Promise<unknown>]>([
  ['is imported', (here) => addPerson(here, { source: CODE })],
  [
    'confirmed long ago',
    async (here) => {
      await click(here)
      await here.query("UPDATE people SET confirmed_at = now() - interval '3 days'")
    },
  ],
  ['is the person under another address', (here, email) => click(here, { email: `x${email}` })],
  [
    'was brought by a person who has left',
    async (here, email) => {
      await click(here)
      await here.query("SELECT suppress($1, 'left')", [email])
    },
  ],
  [
    'has left',
    async (here) => {
      await click(here)
      await here.query("UPDATE people SET confirmed_at = now() - interval '3 days'")
      await here.query("SELECT suppress($1, 'left')", [await click(here)])
    },
  ],
])('a friend who %s doesn’t trigger an email', async (what, change) => {
  const { here, email } = await newList()
  if (what.includes('another address')) {
    for (let n = 1; n < 4; n += 1) await click(here, { email: `friend.${n}@own.example` })
    expect(await round(here)).toHaveLength(1)
    await passHours(here, 25)
    await change(here, 'x@own.example')
  } else await change(here, email)
  expect(await round(here)).toEqual([])
  const unsent = "SELECT FROM mails WHERE kind = 'friend' AND state IN ('waiting', 'withdrawn')"
  expect(await here.query(unsent)).toEqual([])
})

test('a build with REFERRALS=off sends neither emails about friends nor rewards', async () => {
  const { here } = await newList()
  await click(here)
  await wantAfter(here, [REWARD])
  await wantFriends(here, { after: [{ ...REWARD, friends: 1 }] })
  expect(await here.query("SELECT FROM mails WHERE kind <> 'confirm'")).toEqual([])
})

test('a reward is sent once, when the person has enough friends', async () => {
  const { here } = await newList()
  await round(here, [REWARD])
  await click(here)
  expect(await round(here, [REWARD])).not.toContain('Reward')
  const second = await click(here)
  await wantFriends(here, { friend, after: [REWARD] })
  await here.query("SELECT suppress($1, 'left')", [second])
  // The condition no longer holds when the email is due.
  expect(await round(here, [REWARD])).not.toContain('Reward')
  await click(here)
  const other = await openSession(here.url)
  const sent = await Promise.all([round(here, [REWARD]), round(other, [REWARD])])
  await other.close()
  expect(sent.flat().filter((subject) => subject === 'Reward')).toHaveLength(1)
  await passHours(here, 49)
  await click(here)
  expect(await round(here, [REWARD])).not.toContain('Reward')
})

test('a reward is not queued for a person who has left', async () => {
  const { here, email } = await newList()
  await wantAfter(here, [REWARD])
  for (let n = 0; n < 2; n += 1) await click(here)
  await here.query("SELECT suppress($1, 'left')", [email])
  await wantFriends(here, { friend, after: [REWARD] })
  expect(await here.query("SELECT FROM mails WHERE kind = 'after'")).toEqual([])
})

test('a reward withdrawn by the owner stays withdrawn, but a reward withdrawn by leaving is sent after coming back', async () => {
  const { here, email } = await newList()
  await round(here, [REWARD])
  for (let n = 0; n < 2; n += 1) await click(here)
  await wantFriends(here, { friend, after: [REWARD] })
  await here.query("SELECT suppress($1, 'left')", [email])
  await here.query("SELECT lift($1, 'left')", [email])
  await here.query('UPDATE people SET confirmed_at = clock_timestamp() WHERE mailbox = $1', [email])
  await here.query('UPDATE mails SET cancelled_at = now(), attempts = 1')
  expect(await round(here, [REWARD])).not.toContain('Reward')
  await here.query('UPDATE mails SET cancelled_at = NULL, attempts = 0')
  expect(await round(here, [REWARD])).toContain('Reward')
})

test('people who had enough friends before a reward was added get it only with --also-earlier', async () => {
  const { here } = await newList()
  for (let n = 0; n < 2; n += 1) await click(here)
  for (const _ of ['first', 'second']) expect(await round(here, [REWARD])).not.toContain('Reward')
  await includeEarlier(here, 'reward')
  expect(await round(here, [REWARD])).toContain('Reward')
  const [code, other] = [CODE.replace('b', 'c'), CODE.replace('b', 'd')]
  for (const each of [code, other]) await setCode(here, await addPerson(here), each)
  for (const source of [code, code, other]) await addPerson(here, { source })
  expect(await round(here, [REWARD]), 'after an import').not.toContain('Reward')
  const third = await click(here, { source: code })
  expect(await round(here, [REWARD]), 'a third friend').not.toContain('Reward')
  await here.query("SELECT suppress($1, 'left')", [third])
  expect(await round(here, [REWARD]), 'who leaves').not.toContain('Reward')
  await click(here, { source: other })
  expect(await round(here, [REWARD]), 'a second friend').toContain('Reward')
  await includeEarlier(here, 'reward')
  expect(await round(here, [REWARD]), 'imported friends').toEqual(['Reward'])
  const letters = [REWARD, { ...REWARD, name: 'second' }]
  await wantAfter(here, letters)
  for (const { name } of letters) await includeEarlier(here, name)
  await wantFriends(here, { friend, after: letters })
  expect(await here.query("SELECT FROM mails WHERE letter = 'second'")).toHaveLength(3)
})

test('a failed reward is not repeated, even after the time when its record would usually be deleted', async () => {
  const { here } = await newList()
  await round(here, [REWARD])
  for (let n = 0; n < 2; n += 1) await click(here)
  expect(await round(here, [REWARD])).toContain('Reward')
  await here.query("UPDATE mails SET state = 'failed'")
  await passHours(here, 91 * 24)
  await runJobs(here, { canSend: true })
  await click(here)
  expect(await round(here, [REWARD])).not.toContain('Reward')
})

test('a reward that waited in a backup is not sent after the person left and came back', async () => {
  const { here, email } = await newList()
  await round(here, [REWARD])
  for (let n = 0; n < 2; n += 1) await click(here)
  await wantFriends(here, { friend, after: [REWARD] })
  await here.query("UPDATE mails SET attempts = 1 WHERE kind = 'after'")
  const there = await newInstallation()
  await restored(there, await backedUp(here))
  await there.query("SELECT suppress($1, 'left')", [email])
  await there.query("SELECT lift($1, 'left')", [email])
  await there.query('UPDATE people SET confirmed_at = clock_timestamp() WHERE mailbox = $1', [
    email,
  ])
  for (let n = 0; n < 3; n += 1) await click(there)
  expect(await round(there, [REWARD])).not.toContain('Reward')
  await includeEarlier(there, 'reward')
  expect(await round(there, [REWARD])).toContain('Reward')
})

test('friends who used a link in the backup count after a restore, even if the person had joined again', async () => {
  const { here, email } = await newList()
  await click(here)
  const there = await newInstallation()
  await setCode(there, await addPerson(there, { email }), CODE.replace('b', 'c'))
  await restored(there, await backedUp(here))
  await passHours(there, 25)
  await click(there)
  expect((await round(there))[0]).toContain(plural(2, FRIEND_WORDS.friends))
})

test.each([
  ['into an empty list', false],
  ['into a list whose worker knows the letter', true],
])('a restore %s repeats neither emails about friends nor rewards', async (_where, isKnown) => {
  const { here, email } = await newList()
  await round(here, [REWARD])
  for (let n = 0; n < 2; n += 1) await click(here)
  const file = await backedUp(here)
  expect(await round(here, [REWARD])).toHaveLength(2)
  const there = await newInstallation()
  if (isKnown) await round(there, [REWARD])
  await restored(there, file)
  for (const _ of ['first', 'second']) expect(await round(there, [REWARD])).toEqual([])
  await passHours(there, 25)
  await click(there)
  expect(await round(there, [REWARD])).toEqual([said(3)])
  await erase(there, email)
  expect(await tablesWith(there.url, email)).toEqual([])
})
