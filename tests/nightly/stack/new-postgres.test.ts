// Guards new-postgres.
// Runs by day if a change touches api/src/transfer/, docs/backup.md, ops/database/,
// docker-compose.yml, Dockerfile, tests/support/stack/.

import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test as base, beforeAll, expect } from 'vitest'
import { describeStack, newImages } from '../../support/fixtures/stack.ts'
import { ROOT } from '../../support/repository.ts'
import { signUp } from '../../support/stack/sign-up.ts'
import { psql, type Stack } from '../../support/stack/stack.ts'
import { rows } from '../../support/stack/tables.ts'
import { copyVersion } from './next-version.ts'

const OLD = 'postgres:15-bookworm'

/** The commands of the chapter, in their order. */
const [, chapter = ''] = readFileSync(join(ROOT, 'docs/backup.md'), 'utf8').split(
  '## A new major version of Postgres\n',
)
const COMMANDS = [...chapter.matchAll(/^\d\. `([^`]+)`/gm)].map(([, command = '']) => command)

/** What the installation knows and owes, in ways that a running site cannot be brought to quickly. */
const FILL = `
  UPDATE people SET confirmed_at = now() WHERE email = 'ada@shop.example';
  SELECT refuse('left@shop.example', 'left');
  INSERT INTO letters (id, subject, html, text) VALUES ('a1', 'We open', '<p>Hello</p>', 'Hello');
  INSERT INTO mails (kind, email_key, letter, due_at)
    VALUES ('announce', 'ada@shop.example', 'a1', now() + interval '1 day');
  INSERT INTO mails (kind, email_key, state, ended_at, mailbox)
    VALUES ('invite', 'ada@shop.example', 'sent', now(), hash_of('ada@shop.example'));
  INSERT INTO events (event, email_key) VALUES ('joined', 'ada@shop.example');
  INSERT INTO links (token, email_key) VALUES (sha256('token'), 'ada@shop.example')`

/** Columns by table; the others belong to a running worker. */
const SENDING = 'id, email_key, state, due_at, ended_at, attempts, reply'
const OWED = {
  people: '*',
  quarantine: '*',
  links: '*',
  letters: '*',
  mails: `kind, letter, wanted_at, ${SENDING}`,
  events: `event, created_at, ${SENDING}`,
  refusals: '*',
  hash_keys: '*',
}

const test = base.extend('stack', { scope: 'file' }, newImages())

describeStack('a new major version of Postgres', () => {
  let folder: string
  let old: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'new-postgres-'))
    old = await copyVersion()
    const file = join(old, 'docker-compose.yml')
    const services = await readFile(file, 'utf8')
    await writeFile(file, services.replace(/(image: .*)postgres:\S+/, `$1${OLD}`))
  })
  afterAll(() => Promise.all([folder, old].map((path) => rm(path, { recursive: true }))))

  const owed = async (stack: Stack) => {
    const tables = Object.entries(OWED).map(async ([table, columns]) => {
      const lines = `SELECT row_to_json(line)::text FROM (SELECT ${columns} FROM ${table}) AS line`
      return [table, await rows(stack, `${lines} ORDER BY 1`)] as const
    })
    return Object.fromEntries(await Promise.all(tables))
  }
  const version = async (stack: Stack) =>
    Number(await psql(stack, 'SHOW server_version_num')) / 10_000

  test('the steps of the chapter lose nothing that the installation knows or owes, from 15 to 17', async ({
    stack,
  }) => {
    await stack.shell('docker compose up --detach --wait', { tree: old })
    expect(Math.floor(await version(stack))).toBe(15)
    for (const name of ['ada', 'left', 'gone']) {
      const { status } = await signUp(stack.url, { email: `${name}@shop.example` })
      expect(status).toBe(201)
    }
    await signUp(stack.url, { email: 'bot@shop.example', website: 'x' })
    await stack.waitlist(['erase', 'gone@shop.example', '--yes'], { tree: old })

    const run = async (beginning: string, tree?: string) => {
      const command = COMMANDS.shift()?.replace('FILE', join(folder, 'all.gz')) ?? ''
      expect(command).toMatch(beginning)
      await stack.shell(command, tree === undefined ? {} : { tree })
    }
    await run('docker compose stop', old)
    await psql(stack, FILL)
    const before = await owed(stack)
    for (const [table, lines] of Object.entries(before)) expect(lines, table).not.toEqual([])
    await run('./waitlist backup', old)
    const services = await stack.shell('docker compose ps --services', { tree: old })
    expect(services).not.toMatch(/^(?:api|worker)$/m)
    await run('docker compose down', old)
    await run('docker volume rm', old)
    await run('./waitlist restore')
    expect(Math.floor(await version(stack))).toBe(17)
    // The new database has a key of its own as well.
    const keys = expect.arrayContaining(before['hash_keys'] ?? [])
    expect(await owed(stack)).toEqual({ ...before, hash_keys: keys })
    await run('docker compose up')
    expect(COMMANDS).toEqual([])
    expect((await signUp(stack.url)).status).toBe(201)
  }, 600_000)
})
