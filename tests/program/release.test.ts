import { expect, test } from 'vitest'
import { find } from '../../api/src/signup/find.ts'
import { emailKey } from '../../api/src/signup/identity.ts'
import { release } from '../../api/src/signup/release.ts'
import { newList } from './list.ts'

const list = newList()
const keyOf = (email: string): string => emailKey(email) ?? ''
const free = (email: string) => release(list().session, keyOf(email))
const show = (email: string) => find(list().session, keyOf(email))

test('a released person is on the list since they first came, with their first answers', async () => {
  const { email } = await list().trap({ first_name: 'First' })
  await list().trap({ email, first_name: 'Second' })
  const { trapped } = await show(email)
  const released = await free(email)
  expect(released).toMatchObject({
    first_name: 'First',
    joined_at: trapped[0]?.['joined_at'],
    released_at: expect.any(String),
  })
  const found = await show(email)
  expect(found).toMatchObject({ listed: released, trapped: [] })
  expect(found.history).toMatchObject([{ command: 'release' }])
  expect(await free(email)).toBeUndefined()
})

test('a person who also joined without the trap keeps that signup when released', async () => {
  const { email } = await list().join({ first_name: 'Listed' })
  await list().trap({ email, first_name: 'Trapped' })
  expect(await free(email)).toMatchObject({ first_name: 'Listed' })
  expect(await show(email)).toMatchObject({ listed: { first_name: 'Listed' }, trapped: [] })
})

test('a release finds every spelling of the mailbox', async () => {
  const [ascii, unicode] = ['eve@xn--exmple-cua.example', 'Eve@exämple.example']
  await list().trap({ email: ascii, first_name: 'First' })
  await list().trap({ email: unicode, first_name: 'Second' })
  expect(await free(` ${unicode} `)).toMatchObject({ email: ascii, first_name: 'First' })
  expect((await show(ascii)).trapped).toEqual([])
})

test('a release leaves everybody else trapped', async () => {
  const [ilkay, other] = ['ilkay@turk.example', 'İlkay@turk.example']
  await list().trap({ email: ilkay })
  await list().trap({ email: other })
  expect(await free(other)).toMatchObject({ email: other })
  expect(await show(ilkay)).toMatchObject({ listed: undefined, trapped: [{ email: ilkay }] })
  expect(await free('nobody@example.com')).toBeUndefined()
})
