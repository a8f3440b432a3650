// Runs by day if a change touches api/src/owner/, docker-compose.yml.

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { newInstallation } from '../../database/support/installations.ts'
import { select } from '../../support/database.ts'
import { describeUnless, missingImage } from '../../support/engine.ts'
import { temporaryFolder } from '../../support/for-a-test.ts'
import { ROOT } from '../../support/repository.ts'

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** The memory limit of the container in which Compose runs the program, and the image that it is built from. */
const [, LIMIT = ''] = /^x-job:[\s\S]*?memory: (\w+)/m.exec(read('docker-compose.yml')) ?? []
const [, IMAGE = ''] = /^FROM (\S+) AS api$/m.exec(read('Dockerfile')) ?? []

const PEOPLE = 100_000
const ERASED = 300_000

const SIGNUPS = `
  INSERT INTO people (email, mailbox, answers, joined_at)
  SELECT n || '@example.com', n || '@example.com',
    '{"first_name": "Ada", "last_name": "Lovelace", "company": "Kiln & Co", "role": "other"}',
    now() - n * interval '1 second'
  FROM generate_series(1, ${PEOPLE}) AS n`

const OTHERS = [
  'INSERT INTO links (token, mailbox) SELECT sha256(email::bytea), mailbox FROM people',
  `INSERT INTO mails (kind, mailbox, mailbox_hash, state, ended_at)
   SELECT 'confirm', mailbox, sha256(mailbox::bytea), 'sent', now() FROM people`,
  `INSERT INTO suppressions (mailbox_hash, reason, key_id, at)
   SELECT sha256(n::text::bytea), 'erased', id, now() FROM hash_keys, generate_series(1, ${ERASED}) AS n`,
]

/**
 * Returns a file's path in a folder for one test, and functions that run Node.js and the owner's program on that
 * folder, in a container with that much memory.
 */
function newContainer() {
  const folder = temporaryFolder()
  const file = (name: string) => join(folder, name)
  // In a container without a memory limit, Node.js would free memory later.
  const memory = ['--memory', LIMIT, '--memory-swap', LIMIT]
  const files = ['--volume', `${ROOT}:${ROOT}:ro`, '--volume', `${folder}:${folder}`]
  async function node(url: string, ...args: readonly string[]): Promise<void> {
    const settings = { DATABASE_URL: url, DATA_DIR: file(new URL(url).pathname) }
    const env = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
    const options = [...memory, ...files, '--network', 'host', ...env]
    await promisify(execFile)('docker', ['run', '--rm', ...options, IMAGE, 'node', ...args])
  }
  async function run(url: string, ...args: readonly string[]): Promise<number> {
    const begin = performance.now()
    await node(url, join(ROOT, 'api/src/owner.ts'), ...args)
    return (performance.now() - begin) / 1_000
  }
  return { file, node, run }
}

describeUnless(missingImage(IMAGE), 'in the memory that Compose gives it', () => {
  test('a restore takes at most 1.5 times as long as an import of the same people', async () => {
    const { file, run } = newContainer()
    const source = await newInstallation()
    const [imported, restored] = [await newInstallation(), await newInstallation()]
    await select(source.url, SIGNUPS)
    await run(source.url, 'export', '--out', file('people.csv'))
    await run(source.url, 'backup', file('people.gz'))
    const importing = await run(imported.url, 'import', file('people.csv'))
    const restoring = await run(restored.url, 'restore', file('people.gz'))
    expect(restoring / importing).toBeLessThan(1.5)
  }, 900_000)

  test('a large list is backed up and restored with everything that belongs to it', async () => {
    const { file, node, run } = newContainer()
    const [source, restored, empty] = [
      await newInstallation(),
      await newInstallation(),
      await newInstallation(),
    ]
    for (const statement of [SIGNUPS, ...OTHERS]) await select(source.url, statement)
    await run(source.url, 'backup', file('all.gz'))
    await run(restored.url, 'restore', file('all.gz'))
    const counts = `SELECT (SELECT count(*) FROM people) AS people,
      (SELECT count(*) FROM mails) AS mails, (SELECT count(*) FROM suppressions) AS suppressions`
    expect(await select(restored.url, counts)).toEqual(await select(source.url, counts))

    const keep = `
      const { openSession } = await import('${ROOT}/api/src/system/session.ts')
      const { suppressionsKeeper } = await import('${ROOT}/api/src/list/suppressions/sync.ts')
      const session = await openSession(process.env.DATABASE_URL, 'worker')
      await suppressionsKeeper('${file('erasures/suppressions.ndjson')}')(session)
      await session.close()`
    for (const { url } of [source, empty]) await node(url, '--input-type=module', '--eval', keep)
    expect(await select(empty.url, 'SELECT count(*)::integer FROM suppressions')).toEqual([
      { count: ERASED },
    ])
  }, 900_000)
})
