import { expect, test } from 'vitest'
import { findReferrers } from '../../../../api/src/list/people/referrers.ts'
import { newInstallation } from '../../support/installations.ts'
import { addPerson, waitingFor } from '../../support/mailing.ts'
import { run } from '../../support/run-program.ts'

const CODE = 'bcdfghjklm'
const OFF = { env: { REFERRALS: 'off' } }

/** Creates a list on which the second person has referred the third. */
async function newList() {
  const here = await newInstallation()
  const people = [await addPerson(here), await addPerson(here), await addPerson(here)]
  const [, referrer = '', friend = ''] = people
  await here.query('UPDATE people SET referral_code = $2 WHERE mailbox = $1', [referrer, CODE])
  await here.query('UPDATE people SET source = $2 WHERE mailbox = $1', [friend, CODE])
  return { here, people, referrer, friend }
}

test('show and export include the referral code and the number of friends, unless REFERRALS is off', async () => {
  const { here, people, referrer } = await newList()
  const { url } = here
  const [other = ''] = people
  expect((await run(['show', other], { url })).stdout).not.toContain('Referral')
  const show = await run(['show', referrer], { url })
  expect(show.stdout).toMatch(/Referral code +bcdfghjklm/)
  expect(show.stdout).toMatch(/Referrals +1\n/)
  const { stdout } = await run(['export'], { url })
  expect(stdout).toContain(`,${CODE},,1\r\n`)
  // The column is empty for people without a code.
  expect(stdout).not.toContain(',0\r\n')
  for (const command of [['show', referrer, '--json'], ['list', '--json'], ['export']]) {
    const off = await run(command, { url, ...OFF })
    expect(off.stdout).toContain(referrer)
    expect(off.stdout).not.toContain('referral')
  }
})

test('the board counts the domains of friends, because one person can have many addresses', async () => {
  const { here, people, referrer } = await newList()
  for (const email of ['a@one.example', 'b@one.example', 'c@two.example']) {
    await addPerson(here, { email, source: CODE })
  }
  // None of these counts: one has not confirmed, one has left, and one is another person's friend.
  await addPerson(here, { email: 'e@three.example', source: CODE, confirmed_at: null })
  await addPerson(here, { email: 'f@four.example', source: CODE, left_at: 'now' })
  const [other = ''] = people
  const leaver = await addPerson(here, { left_at: 'now' })
  for (const [mailbox, code] of [
    [other, 'mlkjhgfdcb'],
    [leaver, 'mlkjhgfdcc'],
  ] as const) {
    await here.query('UPDATE people SET referral_code = $2 WHERE mailbox = $1', [mailbox, code])
    await addPerson(here, { source: code })
  }
  expect(await findReferrers(here, 10)).toMatchObject([
    { email: referrer, referrals: 4, domains: 3 },
    { email: other, referrals: 1, domains: 1 },
  ])
})

test('a person who joins through their own link does not count as their own friend', async () => {
  const here = await newInstallation()
  const alone = await addPerson(here, { email: 'ada@own.example', source: CODE })
  await here.query('UPDATE people SET referral_code = $2 WHERE mailbox = $1', [alone, CODE])
  await addPerson(here, { source: CODE })
  expect(await findReferrers(here, 10)).toMatchObject([{ email: alone, referrals: 1, domains: 1 }])
})

test.each([
  ['the people with the most confirmed friends', {}, [1, 0]],
  ['the first people to join, with REFERRALS=off', OFF, [0, 1]],
])('invite starts with %s', async (_who, options, order) => {
  const { here, people } = await newList()
  await run(['invite', '--count', '2', '--yes'], { url: here.url, ...options })
  expect(await waitingFor(here, 'invite')).toEqual(order.map((index) => people[index]))
})

test('people can be selected by their number of friends, unless REFERRALS is off', async () => {
  const { here, people, referrer } = await newList()
  const listed = async (...conditions: string[]) => {
    const where = conditions.flatMap((condition) => ['--where', condition])
    const { stdout } = await run(['list', '--json', ...where], { url: here.url })
    return JSON.parse(stdout).map(({ email }: { email: string }) => email)
  }
  const others = people.filter((email) => email !== referrer).toReversed()
  expect(await listed('friends>=1')).toEqual([referrer])
  expect(await listed('friends=1', 'friends=7')).toEqual([referrer])
  expect(await listed('friends<1')).toEqual(others)
  expect(await listed('friends=0')).toEqual(others)
  expect(await listed('friends>=1', 'friends<1')).toEqual([])
  await run(['invite', '--where', 'friends>=1', '--yes'], { url: here.url })
  expect(await waitingFor(here, 'invite')).toEqual([referrer])
  expect(await run(['list', '--where', 'friends>=1'], { url: here.url, ...OFF })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('REFERRALS is off'),
  })
})
