// Runs by day if a change touches contract/launch.ts, letters/news.ts, api/src/owner/mcp/.

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CLOSED, LINK_PATHS, TOKEN, WAITLIST_PATH } from '@ad-kit/contract'
import { test as base, expect, onTestFinished } from 'vitest'
import { newToken } from '../../../api/src/links/tokens.ts'
import { conversation } from '../../database/support/mcp.ts'
import { sendForm, signUp } from '../../stack/support/requests.ts'
import { psql } from '../../stack/support/stack.ts'
import { folded, rows } from '../../stack/support/tables.ts'
import { describeStack, newStack } from '../../stack/support/test.ts'
import { copyVersion } from './next-version.ts'

const PRODUCT = 'https://app.shop.example/'
const LETTER = '---\nsubject: We are open\npublic: true\nsent: 2026-11-29\n---\n\nStart today.\n'

const test = base.extend(
  'stack',
  { scope: 'file' },
  newStack({ settings: { RATE_LIMIT_MAX: '1000000' } }),
)

describeStack('launch day', () => {
  test('the site switches to the product, with its news, and back to the waitlist', async ({
    stack,
  }) => {
    const tree = await copyVersion()
    onTestFinished(() => rm(tree, { recursive: true }))
    const build = (settings: Readonly<Record<string, string>>) =>
      stack.shell('docker compose up --build --detach --wait', { tree, settings })
    const read = async (path: string) => (await fetch(stack.url + path)).text()
    expect((await signUp(stack.url, { email: 'ada@example.com' })).status).toBe(201)
    await folded(stack)
    const { token, hash } = newToken()
    await psql(
      stack,
      `INSERT INTO links (token, mailbox) VALUES ('\\x${hash.toString('hex')}', 'ada@example.com')`,
    )
    expect((await fetch(`${stack.url}/news`)).status).toBe(404)

    await writeFile(join(tree, 'web/content/news/launch.md'), LETTER)
    await build({ LAUNCH_URL: PRODUCT })
    for (const path of ['/', '/waitlist']) expect(await read(path), path).toContain(PRODUCT)
    const refused = await sendForm(stack.url)
    expect([refused.status, await refused.json()]).toEqual([
      410,
      { code: CLOSED, error: expect.stringContaining(PRODUCT) },
    ])
    const page = await fetch(stack.url + WAITLIST_PATH, {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=ada%40example.com',
    })
    expect([page.status, await page.text()]).toEqual([410, expect.stringContaining(PRODUCT)])
    const confirm = `${stack.url}${LINK_PATHS.confirm}?${TOKEN}=${token}`
    expect((await fetch(confirm, { method: 'POST' })).status).toBe(200)
    expect(await rows(stack, 'SELECT email FROM people WHERE confirmed_at IS NOT NULL')).toEqual([
      'ada@example.com',
    ])
    expect(await read('/news/launch')).toContain('Start today.')
    for (const path of ['/news', '/news.xml', '/sitemap.xml'])
      expect(await read(path), path).toContain('/news/launch')

    const mcp = await stack.shell('docker compose exec -T worker node api/src/owner.ts mcp', {
      input: conversation('stats'),
    })
    const replies = mcp
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(replies).toMatchObject([{ id: 0 }, { id: 1, result: { content: [{ type: 'text' }] } }])

    await build({ LAUNCH_URL: '' })
    expect((await signUp(stack.url)).status).toBe(201)
    expect(await read('/')).not.toContain(PRODUCT)
  }, 900_000)
})
