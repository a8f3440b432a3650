import { expect, test } from 'vitest'
import type { Session } from '../../../../api/src/system/session.ts'
import { newInstallation, recorded } from '../../support/installations.ts'
import { addUnconfirmed, waitingFor } from '../../support/mailing.ts'
import { run, runAtTerminal } from '../../support/run-program.ts'

/** Queues confirmations as the fold does, each with a class and a network. */
const addAsked = (
  session: Session,
  ...mails: readonly (readonly [mailClass: string, network: string])[]
) =>
  session.query(
    `INSERT INTO mails (kind, class, mailbox, network)
     SELECT 'confirm', class, n || '@example.com', convert_to(network, 'UTF8')
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS mail (class, network, n)`,
    [mails.map(([mailClass]) => mailClass), mails.map(([, network]) => network)],
  )

test('mail withdraw asks before it ends a flood from one network, and says how many other emails it leaves', async () => {
  const here = await newInstallation()
  await addAsked(here, ['crowd', 'flood'], ['crowd', 'flood'], ['asked', 'ada'], ['bulk', 'none'])
  const no = await runAtTerminal('mail withdraw', [['[y/N] ', 'n\r']], here)
  expect(no.stdout).toContain(
    'Withdraw 2 confirmation emails requested from 1 network? This does not affect 1 confirmation email from other networks.',
  )
  expect(await waitingFor(here, 'confirm')).toHaveLength(4)
  expect(await run(['mail', 'withdraw', '--yes'], { url: here.url })).toMatchObject({
    code: 0,
    stdout: 'Withdrew 2 confirmation emails.\n',
  })
  expect((await waitingFor(here, 'confirm')).toSorted()).toEqual(['3@example.com', '4@example.com'])
  expect(await run(['mail', 'withdraw', '--yes'], { url: here.url })).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining(
      '--all would withdraw 1 confirmation email from other networks.',
    ),
  })
  expect(await recorded(here.url)).toEqual(['mail withdraw'])
})

test('mail withdraw --all ends a flood from many networks, and leaves emails that an import has queued', async () => {
  const here = await newInstallation()
  await addAsked(here, ['asked', 'one'], ['asked', 'two'], ['crowd', 'flood'], ['bulk', 'none'])
  const { stdout } = await runAtTerminal('mail withdraw --all', [['[y/N] ', 'y\r']], here)
  expect(stdout).toContain(
    'Withdraw 3 confirmation emails requested from 3 networks? This includes 2 confirmation emails from other networks.',
  )
  expect(await waitingFor(here, 'confirm')).toEqual(['4@example.com'])
})

test('a person whose confirmation was withdrawn can ask for it again', async () => {
  const here = await newInstallation()
  const email = await addUnconfirmed(here)
  await run(['mail', 'withdraw', '--all', '--yes'], { url: here.url })
  await here.query('INSERT INTO inbox (mailbox, network) VALUES ($1, $2)', [email, 'network'])
  await run(['stats'], { url: here.url })
  expect(await waitingFor(here, 'confirm')).toEqual([email])
})
