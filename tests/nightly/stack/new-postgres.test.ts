// Runs by day if a change touches api/src/owner/transfer/, docs/backup.md, deploy/owner.sql,
// docker-compose.yml, Dockerfile, tests/stack/support/.

import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, onTestFinished } from 'vitest'
import { signUp } from '../../stack/support/requests.ts'
import { psql, type Stack } from '../../stack/support/stack.ts'
import { rows } from '../../stack/support/tables.ts'
import { describeStack, newImages } from '../../stack/support/test.ts'
import { ROOT } from '../../support/repository.ts'
import { copyVersion } from './next-version.ts'

const OLD = 'postgres:15-bookworm'

/** The chapter's commands, in order. */
const [, chapter = ''] = readFileSync(join(ROOT, 'docs/backup.md'), 'utf8').split(
  '## A new major version of Postgres\n',
)
const COMMANDS = [...chapter.matchAll(/^\d\. `([^`]+)`/gm)].map(([, command = '']) => command)

/** Adds queued work that a running site would accumulate over days. */
const FILL = `
  INSERT INTO mails (kind, mailbox, due_at)
    VALUES ('remind', 'ada@shop.example', now() + interval '1 day');
  INSERT INTO events (event, mailbox) VALUES ('joined', 'ada@shop.example')`

/** Selects all people, the work that waits for them, and the erasures. */
const OWED = `
  SELECT row_to_json(people)::text FROM people
  UNION ALL SELECT row_to_json(quarantine)::text FROM quarantine
  UNION ALL SELECT row_to_json(suppressions)::text FROM suppressions
  UNION ALL SELECT concat_ws(' ', kind, mailbox, letter, state, due_at) FROM mails
  UNION ALL SELECT concat_ws(' ', event, mailbox, state, due_at) FROM events
  ORDER BY 1`

const test = base.extend('stack', { scope: 'file' }, newImages())

describeStack('a new major version of Postgres', () => {
  const version = async (stack: Stack) => parseInt(await psql(stack, 'SHOW server_version'), 10)

  test('the documented Postgres upgrade keeps all data and queued work', async ({ stack }) => {
    const [folder, old] = [await mkdtemp(join(tmpdir(), 'new-postgres-')), await copyVersion()]
    onTestFinished(async () => {
      for (const path of [folder, old]) await rm(path, { recursive: true })
    })
    const file = join(old, 'docker-compose.yml')
    const services = await readFile(file, 'utf8')
    await writeFile(file, services.replace(/(image: .*)postgres:\S+/, `$1${OLD}`))
    await stack.shell('docker compose up --detach --wait', { tree: old })
    expect(await version(stack)).toBe(15)
    await signUp(stack.url, { email: 'ada@shop.example' })
    await signUp(stack.url, { email: 'gone@shop.example' })
    await signUp(stack.url, { email: 'bot@shop.example', website: 'x' })
    await stack.waitlist(['erase', 'gone@shop.example', '--yes'], { tree: old })

    const run = async (beginning: string, tree?: string) => {
      const command = COMMANDS.shift()?.replace('FILE', join(folder, 'all.gz')) ?? ''
      expect(command).toMatch(beginning)
      await stack.shell(command, tree === undefined ? {} : { tree })
    }
    await run('docker compose stop', old)
    await psql(stack, FILL)
    const before = await rows(stack, OWED)
    await run('./waitlist backup', old)
    await run('docker compose down', old)
    await run('docker volume rm', old)
    await run('./waitlist restore')
    expect(await version(stack)).toBe(17)
    expect(await rows(stack, OWED)).toEqual(before)
    await run('docker compose up')
    expect(COMMANDS).toEqual([])
    expect((await signUp(stack.url)).status).toBe(201)
  }, 600_000)
})
