import { expect, test } from 'vitest'
import { ROLES } from '../../../support/people.ts'
import { newInstallation, recorded } from '../../support/installations.ts'
import { hold, untilBlocked } from '../../support/locks.ts'
import { addPerson, UNREACHABLE, waitingFor } from '../../support/mailing.ts'
import { run, runAtTerminal } from '../../support/run-program.ts'

const day = (number: number): string => `2026-01-0${number}T00:00:00Z`

test('invite queues the first people in line once each, in order of joining', async () => {
  const here = await newInstallation()
  const third = await addPerson(here, { joined_at: day(3) })
  const first = await addPerson(here, { joined_at: day(1) })
  const second = await addPerson(here, { joined_at: day(2) })
  const invite = ['invite', '--count', '2', '--yes']
  expect(await run(invite, { url: here.url })).toEqual({
    code: 0,
    stdout: 'Queued 2 invitations. Sending takes up to an hour, at 300 emails an hour.\n',
    stderr: '',
  })
  expect(await waitingFor(here, 'invite')).toEqual([first, second])
  await run(invite, { url: here.url })
  const { code, stderr } = await run(invite, { url: here.url })
  expect(code).toBe(0)
  expect(stderr).toMatch(/^There is no one left to invite/)
  expect(await waitingFor(here, 'invite')).toEqual([first, second, third])
  expect(await recorded(here.url)).toEqual(['invite', 'invite'])
})

test('two owners who invite at the same time invite different people', async () => {
  const here = await newInstallation()
  for (let number = 0; number < 6; number += 1) await addPerson(here)
  const invite = () => run(['invite', '--count', '3', '--yes'], { url: here.url })
  const release = await hold(here.url, 'LOCK TABLE mails IN SHARE MODE')
  const invitations = [invite(), invite()]
  await untilBlocked(here.url, 2)
  await release()
  for (const { stdout } of await Promise.all(invitations)) expect(stdout).toMatch(/^Queued 3 /)
  expect(new Set(await waitingFor(here, 'invite')).size).toBe(6)
})

test('invite invites the first people who meet the conditions', async () => {
  const here = await newInstallation()
  const [role, other] = ROLES
  const source = 'producthunt'
  await addPerson(here, { source: 'newsletter', role, joined_at: day(1) })
  const second = await addPerson(here, { source, role, joined_at: day(3) })
  const first = await addPerson(here, { source, role, joined_at: day(2) })
  await addPerson(here, { source, role: other, joined_at: day(1) })
  const args = ['invite', '--where', `source=${source}`, '--where', `role=${role}`, '--yes']
  await run([...args, '--count', '1'], { url: here.url })
  expect(await waitingFor(here, 'invite')).toEqual([first])
  await run(args, { url: here.url })
  expect(await waitingFor(here, 'invite')).toEqual([first, second])
})

test('invite leaves out people who have not confirmed, have left or cannot be reached', async () => {
  const here = await newInstallation()
  for (const changes of UNREACHABLE) await addPerson(here, changes)
  const reachable = await addPerson(here)
  await run(['invite', '--count', '5', '--yes'], { url: here.url })
  expect(await waitingFor(here, 'invite')).toEqual([reachable])
})

test('invite shows who would be invited, and asks before it invites', async () => {
  const here = await newInstallation()
  const emails = [await addPerson(here), await addPerson(here)]
  const asked = await runAtTerminal('invite --count 9', [['[y/N] ', '\r']], here)
  expect(asked.code).toBe(1)
  for (const email of emails) expect(asked.stdout).toContain(email)
  expect(asked.stdout).toContain(
    'Invite 2 people? Sending takes up to an hour, at 300 emails an hour.',
  )
  expect(await waitingFor(here, 'invite')).toEqual([])
  expect(await recorded(here.url)).toEqual([])
})

test('invite EMAIL invites a person by any spelling of the address, and again after the invitation was withdrawn', async () => {
  const here = await newInstallation()
  const email = await addPerson(here)
  await run(['invite', email.toUpperCase(), '--yes'], { url: here.url })
  expect(await waitingFor(here, 'invite')).toEqual([email])
  await here.query("UPDATE mails SET state = 'withdrawn', ended_at = now()")
  expect((await run(['invite', email, '--yes'], { url: here.url })).code).toBe(0)
  expect(await here.query('SELECT state, ended_at FROM mails')).toEqual([
    { state: 'waiting', ended_at: null },
  ])
})

test('invite EMAIL refuses people who left, cannot be reached or are already invited', async () => {
  const here = await newInstallation()
  for (const changes of [...UNREACHABLE, { invited_at: 'now' }]) {
    const email = await addPerson(here, changes)
    const { code, stderr } = await run(['invite', email, '--yes'], { url: here.url })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^That person cannot be invited/)])
  }
})
