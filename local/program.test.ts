import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../tests/support/repository.ts'

/** A stand-in for Docker that records its arguments. For `mcp`, it prints them and its input. */
const DOCKER = `#!/bin/sh
case " $* " in
  *" ps "*) echo healthy ;;
  *" mcp "*) echo "$*" && cat ;;
  *) printf '%s\\n' "$@" >"$DOCKER_ARGUMENTS" ;;
esac
`

let base: string
let here: string
beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'waitlist-')))
  here = join(base, 'here')
  for (const folder of ['here', 'here/own', 'bin', 'backups']) await mkdir(join(base, folder))
  await writeFile(join(base, 'bin/docker'), DOCKER, { mode: 0o755 })
  await writeFile(join(here, 'ada@example.com'), '')
})
afterAll(() => rm(base, { recursive: true }))

/** Returns the folders that a command can see, relative to `base`. */
async function foldersOf(...args: string[]): Promise<string[]> {
  const file = join(base, 'arguments')
  const PATH = `${join(base, 'bin')}:${process.env['PATH']}`
  const env = { PATH, DOCKER_ARGUMENTS: file }
  await promisify(execFile)(join(ROOT, 'waitlist'), args, { cwd: here, env })
  const passed = (await readFile(file, 'utf8')).split('\n')
  const folders = passed.filter((_, index) => passed[index - 1] === '--volume')
  return folders.map((folder) => folder.replaceAll(`${base}/`, '').split(':')[0] ?? '').sort()
}

test.each([
  ['show BASE/backups/people.csv', []],
  ['erase ada@example.com --yes', []],
  ['bounce ./ada@example.com', []],
  ['list --search ../backups/', []],
  ['correct ada@example.com company ../backups/', []],
  ['stats --out=../backups/people.csv', []],
  ['backup', ['here']],
  ['restore ../backups/a.gz', ['backups', 'here']],
  ['export --out BASE/backups/a.csv', ['backups', 'here']],
  ['export --out=own/a.csv', ['here', 'here/own']],
  ['import --set company=../backups/ own/a.csv', ['here', 'here/own']],
  ['announce own/a.md --test ../backups/ada', ['here', 'here/own']],
  ['announce own/a.md --where ../backups/ada', ['here', 'here/own']],
  ['announce own/a.md --at ../backups/ada', ['here', 'here/own']],
])('./waitlist %s mounts %j, and no other folder of the host', async (command, folders) => {
  expect(await foldersOf(...command.replace('BASE', base).split(' '))).toEqual(folders)
})

test('./waitlist mcp connects standard input and output, and mounts no folder', async () => {
  const PATH = `${join(base, 'bin')}:${process.env['PATH']}`
  const child = execFile(join(ROOT, 'waitlist'), ['mcp'], { cwd: here, env: { PATH } })
  child.stdin?.end('{"jsonrpc":"2.0"}\n')
  let printed = ''
  for await (const chunk of child.stdout ?? []) printed += chunk
  expect(printed).toMatch(/ --no-TTY .*waitlist mcp\n\{"jsonrpc":"2\.0"\}\n$/)
  expect(printed).not.toContain('--volume')
})
