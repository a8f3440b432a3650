import { expect, test } from 'vitest'
import { findReferrers } from '../../../../api/src/list/referrals.ts'
import { newInstallation } from '../../support/installations.ts'
import { addPerson, waitingFor } from '../../support/mailing.ts'
import { run } from '../../support/run-program.ts'

const CODE = 'bcdfghjklm'
const OFF = { env: { REFERRALS: 'off' } }

/** A list on which the second person has brought the third. */
async function newList() {
  const here = await newInstallation()
  const people = [await addPerson(here), await addPerson(here), await addPerson(here)]
  const [, referrer = '', friend = ''] = people
  await here.query('UPDATE people SET referral_code = $2 WHERE email_key = $1', [referrer, CODE])
  await here.query('UPDATE people SET source = $2 WHERE email_key = $1', [friend, CODE])
  return { here, people, referrer, friend }
}

test('show and export have the code and the number of friends, unless REFERRALS is off', async () => {
  const { here, referrer } = await newList()
  const { url } = here
  const show = await run(['show', referrer], { url })
  expect(show.stdout).toMatch(/Referral code +bcdfghjklm/)
  expect(show.stdout).toMatch(/Referrals +1\n/)
  expect((await run(['export'], { url })).stdout).toContain(`,${CODE},,1\r\n`)
  for (const command of [['show', referrer, '--json'], ['list', '--json'], ['export']]) {
    const off = await run(command, { url, ...OFF })
    expect(off.stdout).toContain(referrer)
    expect(off.stdout).not.toContain('referral')
  }
})

test('the board counts the domains of friends, because one person can have many addresses', async () => {
  const { here, referrer } = await newList()
  for (const email of ['a@one.example', 'b@one.example', 'c@two.example']) {
    await addPerson(here, { email, source: CODE })
  }
  await addPerson(here, { email: 'e@three.example', source: CODE, confirmed_at: null })
  expect(await findReferrers(here, 10)).toMatchObject([
    { email: referrer, referrals: 4, domains: 3 },
  ])
})

test.each([
  ['the people with the most confirmed friends', {}, [1, 0]],
  ['the first people to join, with REFERRALS=off,', OFF, [0, 1]],
])('invite queues %s first', async (_who, options, order) => {
  const { here, people } = await newList()
  await run(['invite', '--count', '2', '--yes'], { url: here.url, ...options })
  expect(await waitingFor(here, 'invite')).toEqual(order.map((index) => people[index]))
})
