// Guards friends.

import { expect, test } from 'vitest'
import { newInstallation, recorded } from '../../support/program/installations.ts'
import { addPerson, waitingFor } from '../../support/program/mailing.ts'
import { run } from '../../support/program/run-program.ts'
import { backedUp, restored } from '../../support/program/transfers.ts'

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

test('show, list, stats and export know the code and the number of friends, unless REFERRALS is off', async () => {
  const { here, referrer } = await newList()
  const { url } = here
  const show = await run(['show', referrer], { url })
  expect(show.stdout).toMatch(/Referral code +bcdfghjklm/)
  expect(show.stdout).toMatch(/Referrals +1\n/)
  const json = await run(['stats', '--by', 'referrer', '--json'], { url })
  expect(JSON.parse(json.stdout)).toMatchObject([
    { email: referrer, referral_code: CODE, referrals: 1, domains: 1 },
  ])
  const { stdout } = await run(['export'], { url })
  expect(stdout).toMatch(/,source,referral_code,referrals\r\n/)
  expect(stdout).toContain(`,${CODE},1\r\n`)

  for (const command of [['show', referrer], ['list']]) {
    const off = await run([...command, '--json'], { url, ...OFF })
    expect(off.stdout).toContain(referrer)
    expect(off.stdout).not.toContain('referral')
  }
  const header = await run(['export'], { url, ...OFF })
  expect(header.stdout).toMatch(/,source\r\n/)
  const refused = await run(['stats', '--by', 'referrer'], { url, ...OFF })
  expect([refused.code, refused.stdout]).toEqual([2, ''])
})

test('stats --by referrer says at how many domains the friends are, for one person can have many addresses', async () => {
  const { here, friend } = await newList()
  await here.query('DELETE FROM people WHERE email_key = $1', [friend])
  for (const email of ['a@one.example', 'b@one.example', 'c@one.example', 'd@two.example']) {
    await addPerson(here, { email, source: CODE })
  }
  await addPerson(here, { email: 'e@three.example', source: CODE, confirmed_at: null })
  const { stdout } = await run(['stats', '--by', 'referrer'], { url: here.url })
  const [header = '', line = ''] = stdout.split('\n')
  expect(header).toMatch(/Referrals +Their domains$/)
  expect(line).toMatch(/ 4 +2$/)
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
  const { code, stderr } = await run(['invite', '--count', '2', '--yes'], { url: here.url })
  expect([code, stderr]).toEqual([0, ''])
  expect(await waitingFor(here, 'invite')).toEqual([referrer, first])
  expect(await recorded(here.url)).toEqual(['invite'])
  await run(['invite', '--count', '5', '--yes'], { url: here.url })
  expect(await waitingFor(here, 'invite')).toEqual([referrer, first, friend])
})

test('the code of a backup fills in a missing one', async () => {
  const { here, referrer } = await newList()
  const file = await backedUp(here)
  await here.query('UPDATE people SET referral_code = NULL')
  await restored(here, file)
  expect(await here.query('SELECT email FROM people WHERE referral_code = $1', [CODE])).toEqual([
    { email: referrer },
  ])
})
