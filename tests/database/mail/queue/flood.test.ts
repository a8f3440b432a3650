import { expect, test } from 'vitest'
import {
  countFlood,
  findLateConfirmations,
  withdrawFlood,
} from '../../../../api/src/mail/queue/flood.ts'
import { newInstallation } from '../../support/installations.ts'

/** Each email, with the minutes it has waited, the minutes until it is due, and the network that asked for it. */
const MAILS = [
  ['confirm', 'crowd', 'waiting', 0, 0, 'one'],
  ['confirm', 'crowd', 'waiting', 20, 0, 'one'],
  ['confirm', 'asked', 'waiting', 20, 0, 'two'],
  ['confirm', 'asked', 'waiting', 9, 0, 'three'],
  ['confirm', 'asked', 'waiting', 20, 5, 'four'],
  ['confirm', 'bulk', 'waiting', 20, 0, 'five'],
  ['confirm', 'crowd', 'sent', 20, 0, 'six'],
  ['after', 'asked', 'waiting', 20, 0, 'seven'],
] as const

test('a flood includes the emails of crowds, and requested emails that have waited too long', async () => {
  const here = await newInstallation()
  for (const [kind, kindOf, state, waited, due, network] of MAILS) {
    await here.query(
      `INSERT INTO mails (kind, class, state, mailbox, wanted_at, due_at, network)
       VALUES ($1, $2, $3, gen_random_uuid()::text, now() - make_interval(mins => $4),
         now() + make_interval(mins => $5), $6::text::bytea)`,
      [kind, kindOf, state, waited, due, network],
    )
  }
  const late = { count: 3, networks: 2, crowded: 2, crowds: 1 }
  expect(await findLateConfirmations(here)).toMatchObject(late)
  expect(await countFlood(here, 'crowds')).toEqual({ mails: 2, networks: 1, others: 3 })
  expect(await countFlood(here, 'all')).toEqual({ mails: 5, networks: 4, others: 3 })
  expect(await withdrawFlood(here, 'crowds')).toBe(2)
  expect(await withdrawFlood(here, 'all')).toBe(3)
  expect(
    await here.query("SELECT kind, class FROM mails WHERE state = 'waiting' ORDER BY kind"),
  ).toEqual([
    { kind: 'after', class: 'asked' },
    { kind: 'confirm', class: 'bulk' },
  ])
})
