import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QUESTION_NAMES } from '@ad-kit/contract'
import { expect } from 'vitest'
import { asApi, select } from '../../../support/database.ts'
import { temporaryFolder } from '../../../support/for-a-test.ts'
import { ROLES } from '../../../support/people.ts'
import { newInstallation } from '../../support/installations.ts'
import type { List } from '../../support/list.ts'
import { COMMAND, type Ended, environmentOf, outcome, run } from '../../support/run-program.ts'
import { test } from '../../support/test.ts'

/** Runs a line of bash, in which `waitlist` is the owner's program. */
const runInShell = (line: string, { url, cwd }: { url: string; cwd?: string }): Promise<Ended> =>
  outcome(
    spawn('bash', ['-c', `waitlist() { ${COMMAND} "$@"; }\n${line}`], {
      cwd,
      env: environmentOf(url),
    }),
  )

const waitlist = (list: List, ...args: string[]) => run(args, { url: list.app.databaseUrl })

/** Expects a one-line message, with at most a one-line hint after it. */
function expectSentence(ended: Ended, status: number, sentence: RegExp | string): void {
  const { code, stdout, stderr } = ended
  expect(stderr).toMatch(sentence)
  expect(stderr).not.toMatch(/\n {4}at |Error:|secret/)
  expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2)
  expect({ code, stdout }).toEqual({ code: status, stdout: '' })
}

test.for([
  [['frobnicate'], /unknown command/],
  [['show', 'nobody'], /not an email address: nobody/],
  [
    ['announce', 'launch.md', '--preview', '--test', 'a@b.example'],
    /Use only one of --preview, --test/,
  ],
  [['invite', 'ada@example.com', '--count', '3'], /either an address, or --count/],
  [['list', '--left', '--quarantined'], /cannot be used with/],
  [
    ['correct', 'ada@example.com', 'age', '7'],
    `Unknown question: age. Questions: ${QUESTION_NAMES[0]}`,
  ],
  [
    ['import', 'x.csv', '--set', 'role=wizard'],
    `--set role=wizard: “wizard” is not one of ${ROLES[0]}`,
  ],
] as const)(
  'the wrong arguments %j fail with an explanation and exit status 2',
  async ([args, sentence], { list }) => {
    expectSentence(await waitlist(list, ...args), 2, sentence)
  },
)

test.each([
  ['postgres://ada:secret@127.0.0.1:1/waitlist', 1, /nothing listens at its address/],
  ['mysql://ada:secret@localhost/waitlist', 2, / DATABASE_URL: expected/],
])(
  'stats fails for the database URL %s without showing the password',
  async (url, status, sentence) => {
    expectSentence(await run(['stats'], { url }), status, sentence)
  },
)

test('a command whose database role may not read the list fails with an explanation', async ({
  list,
}) => {
  const url = await asApi(list.app.databaseUrl)
  expectSentence(await run(['stats'], { url }), 1, /This role is not allowed to do that/)
})

test('an erasure without --yes and without a terminal has no effect', async ({ list }) => {
  const { email } = await list.join()
  const { code, stderr } = await waitlist(list, 'erase', email)
  expect(code).toBe(2)
  expect(stderr).toContain('Nothing was changed. Without a terminal, this command needs --yes.')
  expect(await list.app.people()).toContainEqual(expect.objectContaining({ email }))
})

test('list piped into head ends without an error', async () => {
  const { url } = await newInstallation()
  await select(
    url,
    `INSERT INTO people (email, mailbox, answers)
     SELECT n || '@example.com', n, '{}' FROM generate_series(1, 20000) AS n`,
  )
  const line = (command: string) => `set -o pipefail; ${command} | head -1`
  for (const command of ['waitlist list --limit 30000', 'waitlist export']) {
    const { code, stdout, stderr } = await runInShell(line(command), { url })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  }
  expectSentence(
    await runInShell('set -o pipefail; waitlist backup - | true', { url }),
    1,
    /incomplete, because the program reading it stopped early/,
  )
})

test('a command whose output does not fit on the disk fails', async ({ list }) => {
  const { databaseUrl: url } = list.app
  for (const command of ['stats', 'export', 'backup -']) {
    expectSentence(await runInShell(`waitlist ${command} > /dev/full`, { url }), 1, /no space left/)
  }
})

test('a failed backup keeps the previous file and leaves no other file', async () => {
  const cwd = temporaryFolder()
  const { url } = await newInstallation()
  await run(['backup', 'all.gz'], { url, cwd })
  const before = readFileSync(join(cwd, 'all.gz'))
  await select(
    url,
    `INSERT INTO people (email, mailbox, answers)
     SELECT n, md5(n::text), '{}' FROM generate_series(1, 20000) AS n`,
  )
  const limited = `trap '' XFSZ; ulimit -f 64; waitlist backup all.gz`
  expectSentence(await runInShell(limited, { url, cwd }), 1, /file too large/)
  expect(readFileSync(join(cwd, 'all.gz'))).toEqual(before)
  expect(readdirSync(cwd)).toEqual(['all.gz'])
  expectSentence(
    await run(['backup', 'no/such/folder/all.gz'], { url, cwd }),
    1,
    /There is no folder no\/such\/folder\. Create it first\./,
  )
})
