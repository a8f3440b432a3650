import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { countPlaces } from '../../../api/src/list/people/referrers.ts'
import { createToken } from '../../support/links.ts'
import { ROOT } from '../../support/repository.ts'
import { addSending } from '../support/mailing.ts'
import { appWith, test as base } from '../support/test.ts'

const KEYS = { CLAIM_KEY: randomUUID(), BOUNCE_KEY: randomUUID() }

const test = base.extend(
  'app',
  { scope: 'file' },
  appWith({ ...KEYS, BOUNCE_PROVIDER: 'postmark', SITE_URL: 'http://localhost:8080' }),
)

const EXAMPLE =
  /^(.+)\n[\s\S]*```sh\n(curl[\s\S]*?)\n```\n\nResponse (\d+)(?:, to `(.+?)`)?.*\n(?:\n```json\n([\s\S]*?)\n```)?/

const examples = readFileSync(join(ROOT, 'docs/api.md'), 'utf8')
  .split(/^## /m)
  .flatMap((section) => [section.match(EXAMPLE) ?? []])
  .filter(([found]) => found)

/** Times, codes and the version differ each time. */
const settled = (json = 'null'): unknown =>
  JSON.parse(json, (name, value) =>
    /^(?:at|.*_at|version|commit|link)$/.test(name) ? typeof value : value,
  )

test('every endpoint has an example in docs/api.md, and returns the response shown there', async ({
  app,
  list: { session },
}) => {
  const { paths } = (await app.http.get('/api/openapi.json')).body
  const endpoints = Object.entries(paths).map(
    ([path, methods]) => `${Object.keys(Object(methods))[0]?.toUpperCase()} ${path}`,
  )
  expect(examples.map(([, heading]) => heading).toSorted()).toEqual(endpoints.toSorted())

  const words: Record<string, string> = { ...KEYS, 'http://localhost:8080': app.origin }
  for (const [, heading, command = '', status, path = '', json] of examples) {
    if (command.includes('TOKEN') && !words['TOKEN']) {
      words['TOKEN'] = await createToken(app.databaseUrl, 'ada@example.com')
      await session.query("UPDATE mails SET state = 'sent', ended_at = now()")
    }
    if (heading?.endsWith('/friends')) await countPlaces(session)
    if (command.includes('CODE')) {
      words['CODE'] = randomUUID().replaceAll('-', '')
      const id = await addSending(session, {
        kind: 'invite',
        mailbox: 'ada@example.com',
        state: 'sent',
      })
      await session.query('UPDATE mails SET code = $2 WHERE id = $1', [id, words['CODE']])
    }
    const filled = Object.entries(words).reduce(
      (text, [word, value]) => text.replaceAll(new RegExp(`${word}(?!_)`, 'g'), value),
      command,
    )
    const format = '\\n%{http_code} %{redirect_url}'
    const { stdout } = await promisify(execFile)('sh', ['-c', `${filled} -s -w '${format}'`])
    const [, body, end] = /^([\s\S]*)\n(.*)$/.exec(stdout) ?? []
    expect(end, heading).toBe(`${status} ${path && app.origin + path}`)
    if (json) expect(settled(body), heading).toMatchObject(Object(settled(json)))
  }
})
