import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/for-a-test.ts'
import { freePort } from '../../support/ports.ts'
import { ROOT } from '../../support/repository.ts'
import { addPerson, addSending } from '../support/mailing.ts'
import { appWith, test as base } from '../support/test.ts'

const KEY = 'a-key-that-no-other-program-has-1'

const test = base.extend('app', { scope: 'file' }, appWith({ CLAIM_KEY: KEY }))

/** Starts the product in docs/product.md. Returns its page's address. */
async function startProduct(waitlistUrl: string): Promise<string> {
  const page = readFileSync(join(ROOT, 'docs/product.md'), 'utf8')
  const [, code = ''] = /^ {3}```js\n(.*?)^ {3}```/ms.exec(page) ?? []
  const file = join(temporaryFolder(), 'product.mjs')
  const port = await freePort()
  writeFileSync(file, code.replace('listen(3000)', `listen(${port})`))
  const child = spawn(process.execPath, [file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { WAITLIST_URL: waitlistUrl, CLAIM_KEY: KEY },
  })
  onTestFinished(() => void child.kill())
  const origin = `http://127.0.0.1:${port}`
  await expect.poll(() => fetch(origin).catch(() => undefined)).toBeDefined()
  return `${origin}/claim`
}

test('the product in docs/product.md claims a place when the visitor clicks the button, and not before', async ({
  app,
  list: { session },
}) => {
  const email = await addPerson(session)
  const code = randomUUID().replaceAll('-', '')
  const id = await addSending(session, { kind: 'invite', mailbox: email, state: 'sent' })
  await session.query('UPDATE mails SET code = $2 WHERE id = $1', [id, code])
  const page = `${await startProduct(app.origin)}?code=${code}`

  for (const method of ['HEAD', 'GET', 'GET'])
    expect((await fetch(page, { method })).status).toBe(200)
  expect(await (await fetch(page)).text()).toMatch(/^<form method="post"><button>/)
  const claimed = 'SELECT FROM people WHERE claimed_at IS NOT NULL'
  expect(await session.query(claimed)).toEqual([])

  const click = async (address: string) => {
    const response = await fetch(address, { method: 'POST', body: new URLSearchParams() })
    return [response.status, await response.text()]
  }
  expect(await click(page)).toEqual([200, `Welcome, ${email}`])
  expect(await session.query(claimed)).toHaveLength(1)
  expect(await click(page)).toEqual([200, `Welcome back, ${email}`])
  expect(await click(page.slice(0, -1))).toEqual([404, expect.stringContaining('not valid')])
})

test('the product in docs/product.md asks visitors to try again while the waitlist is down', async () => {
  const page = await startProduct(`http://127.0.0.1:${await freePort()}`)
  const response = await fetch(`${page}?code=x`, { method: 'POST' })
  expect([response.status, await response.text()]).toEqual([
    503,
    expect.stringContaining('try again'),
  ])
})
