import { describe, expect, onTestFinished } from 'vitest'
import { release } from '../../../../api/src/list/people/release.ts'
import { find } from '../../../../api/src/owner/find.ts'
import { openSession } from '../../../../api/src/system/session.ts'
import { createToken } from '../../../support/links.ts'
import { newPerson } from '../../../support/people.ts'
import type { List } from '../../support/list.ts'
import { untilBlocked } from '../../support/locks.ts'
import { addSending, waitingFor } from '../../support/mailing.ts'
import { run } from '../../support/run-program.ts'
import { test } from '../../support/test.ts'

test('a released person gets the first form’s time and the last form’s answers', async ({
  list,
}) => {
  const { email } = await list.quarantine({ first_name: 'First' })
  await list.quarantine({ email, first_name: 'Second' })
  const { quarantined } = await find(list.session, email)
  expect(await release(list.session, email)).toBe('listed')
  const found = await find(list.session, email)
  expect(found).toMatchObject({
    listed: {
      first_name: 'Second',
      joined_at: quarantined[0]?.joined_at,
      consented_at: quarantined[1]?.joined_at,
    },
    quarantined: [],
    history: [{ command: 'release' }],
  })
  expect(found.mails.map(({ kind }) => kind).toSorted()).toEqual(['confirm', 'webhook'])
  expect(await release(list.session, email)).toBe('unknown')
})

test('a release waits for an erasure through a link, which takes the same locks in the same order', async ({
  app,
  list,
}) => {
  const { email } = await list.join()
  await list.quarantine({ email })
  const other = await openSession(app.databaseUrl)
  onTestFinished(() => other.close())
  const released = await other.transaction(async () => {
    await other.query('SELECT FROM people WHERE mailbox = $1 FOR UPDATE', [email])
    const releasing = release(list.session, email)
    await untilBlocked(app.databaseUrl, 1)
    await other.query('DELETE FROM quarantine WHERE mailbox = $1', [email])
    return { releasing }
  })
  expect(await released.releasing).toBe('unknown')
})

/** Releases a person with the owner's program, and returns its output and what is stored afterwards. */
async function releaseBy({ app, session }: List, email: string) {
  const said = await run(['release', email], { url: app.databaseUrl })
  const asked = (await waitingFor(session, 'confirm')).includes(email)
  return { ...said, ...(await find(session, email)), asked }
}

const withdrawAll = ({ session }: List, email: string) =>
  session.query('SELECT withdraw(ARRAY[$1])', [email])

async function leave({ app, session }: List, email: string): Promise<void> {
  await createToken(app.databaseUrl, email)
  await session.query('SELECT leave_by_link(token) FROM links WHERE mailbox = $1', [email])
}

const confirm = ({ session }: List, email: string) =>
  session.query('UPDATE people SET confirmed_at = now() WHERE mailbox = $1', [email])

describe('release', () => {
  test('release says that an address is not in quarantine', async ({ list }) => {
    expect(await releaseBy(list, newPerson().email)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'That address is not in quarantine.\n',
    })
  })

  test('release applies an unconfirmed person’s latest form, and asks the person to confirm', async ({
    list,
  }) => {
    const { email } = await list.join({ first_name: 'Listed' })
    await withdrawAll(list, email)
    await list.quarantine({ email, first_name: 'Quarantined' })
    const { code, stdout, listed, asked } = await releaseBy(list, email)
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^On the list:\n.*Quarantined/s)])
    expect(listed).toMatchObject({ first_name: 'Quarantined' })
    expect(asked).toBe(true)
  })

  test('release does not change a person who has confirmed', async ({ list }) => {
    const { email } = await list.join({ first_name: 'Listed' })
    await confirm(list, email)
    const { listed: before } = await find(list.session, email)
    await list.quarantine({ email, first_name: 'Quarantined' })
    const { stdout, listed, quarantined } = await releaseBy(list, email)
    expect(stdout).toMatch(/^On the list:\n.*Listed/s)
    expect([listed, quarantined]).toEqual([before, []])
  })

  test('release leaves a form in quarantine if the person left after sending it', async ({
    list,
  }) => {
    const { email } = await list.join()
    await confirm(list, email)
    await list.quarantine({ email })
    await leave(list, email)
    const before = await find(list.session, email)
    const { code, stdout, stderr, asked, ...after } = await releaseBy(list, email)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      'That person left the list after sending this form, so nothing was changed.\n',
    )
    expect(asked).toBe(false)
    expect(after).toEqual(before)
  })

  test('release asks a person who left before sending the form whether they want to come back', async ({
    list,
  }) => {
    const { email } = await list.join({ first_name: 'Listed' })
    await confirm(list, email)
    await list.quarantine({ email, first_name: 'Before' })
    await leave(list, email)
    await list.quarantine({ email, first_name: 'Quarantined' })
    const { code, stdout, listed, pending, asked } = await releaseBy(list, email)
    expect([code, stdout]).toEqual([
      0,
      'That person had left the list. An email asks whether they want to come back.\n',
    ])
    expect(listed).toMatchObject({ first_name: 'Listed', left_at: expect.any(String) })
    expect(pending).toMatchObject({ first_name: 'Quarantined' })
    expect(Date.parse(`${listed?.rejoined_at}`)).toBeGreaterThan(Date.parse(`${listed?.left_at}`))
    expect(asked).toBe(true)
  })

  test('release says that a person who left before confirming is not emailed', async ({ list }) => {
    const { email } = await list.join()
    await addSending(list.session, { kind: 'remind', mailbox: email, state: 'sending' })
    await leave(list, email)
    await list.quarantine({ email })
    const { stdout, quarantined, asked } = await releaseBy(list, email)
    expect(stdout).toBe('That person has left the list, so no email is sent.\n')
    expect([quarantined, asked]).toEqual([[], false])
  })
})
