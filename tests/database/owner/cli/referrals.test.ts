// Guards friends.

import { expect, test } from 'vitest'
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

test('show and export know the code and the number of friends, unless REFERRALS is off', async () => {
  const { here, referrer } = await newList()
  const { url } = here
  const show = await run(['show', referrer], { url })
  expect(show.stdout).toMatch(/Referral code +bcdfghjklm/)
  expect(show.stdout).toMatch(/Referrals +1\n/)
  expect((await run(['export'], { url })).stdout).toContain(`,${CODE},1\r\n`)
  for (const command of [['show', referrer, '--json'], ['list', '--json'], ['export']]) {
    const off = await run(command, { url, ...OFF })
    expect(off.stdout).toContain(referrer)
    expect(off.stdout).not.toContain('referral')
  }
  const refused = await run(['stats', '--by', 'referrer'], { url, ...OFF })
  expect([refused.code, refused.stdout]).toEqual([2, ''])
})

test('stats --by referrer says at how many domains the friends are, for one person can have many addresses', async () => {
  const { here, referrer } = await newList()
  for (const email of ['a@one.example', 'b@one.example', 'c@two.example']) {
    await addPerson(here, { email, source: CODE })
  }
  await addPerson(here, { email: 'e@three.example', source: CODE, confirmed_at: null })
  const { stdout } = await run(['stats', '--by', 'referrer', '--json'], { url: here.url })
  expect(JSON.parse(stdout)).toMatchObject([
    { email: referrer, referral_code: CODE, referrals: 4, domains: 3 },
  ])
})

test('invite queues those with most friends who have confirmed first, unless --by joined or REFERRALS=off', async () => {
  const { here, people, referrer, friend } = await newList()
  const [first = ''] = people
  const preview = async (options: object, ...args: string[]) => {
    const { stdout } = await run(['invite', '--count', '9', '--dry-run', '--json', ...args], {
      url: here.url,
      ...options,
    })
    return JSON.parse(stdout).map(({ email }: { email: string }) => email)
  }
  expect(await preview({})).toEqual([referrer, first, friend])
  expect(await preview({}, '--by', 'joined')).toEqual(people)
  expect(await preview(OFF)).toEqual(people)
  await run(['invite', '--count', '2', '--yes'], { url: here.url })
  expect(await waitingFor(here, 'invite')).toEqual([referrer, first])
})
