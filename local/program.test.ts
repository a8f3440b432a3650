// Guards program-folders.

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../tests/support/repository.ts'

/** Writes down its arguments in the place of Docker. */
const DOCKER = `#!/bin/sh
case " $* " in *" ps "*) echo healthy ;; *) printf '%s\\n' "$@" >"$DOCKER_ARGUMENTS" ;; esac
`

let base: string
/** The owner's current folder. */
let here: string
beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'waitlist-')))
  here = join(base, 'here')
  for (const folder of ['here', 'here/own', 'bin', 'backups']) await mkdir(join(base, folder))
  await writeFile(join(base, 'bin/docker'), DOCKER, { mode: 0o755 })
  await writeFile(join(here, 'ada@example.com'), '')
})
afterAll(() => rm(base, { recursive: true }))

/** The folders that a command sees, relative to `base`. */
async function foldersOf(...args: string[]): Promise<string[]> {
  const file = join(base, 'arguments')
  const PATH = `${join(base, 'bin')}:${process.env['PATH']}`
  const env = { PATH, DOCKER_ARGUMENTS: file }
  await promisify(execFile)(join(ROOT, 'waitlist'), args, { cwd: here, env })
  const passed = (await readFile(file, 'utf8')).split('\n')
  const folders = passed.filter((_, index) => passed[index - 1] === '--volume')
  return folders.map((folder) => folder.replaceAll(`${base}/`, '').split(':')[0] ?? '').sort()
}

test('./waitlist mounts no host folder for commands without files', async () => {
  for (const args of [
    ['show', join(base, 'backups/people.csv')],
    ['erase', 'ada@example.com', '--yes'],
    ['bounce', './ada@example.com'],
    ['list', '--search', join(base, 'backups/')],
    ['correct', 'ada@example.com', 'company', '../backups/'],
    ['stats', `--out=${base}/backups/people.csv`],
  ]) {
    expect(await foldersOf(...args), args.join(' ')).toEqual([])
  }
})

test('./waitlist mounts the current folder and the folders of its files for a command with files', async () => {
  expect(await foldersOf('backup')).toEqual(['here'])
  expect(await foldersOf('restore', '../backups/a.gz')).toEqual(['backups', 'here'])
  expect(await foldersOf('export', '--out', join(base, 'backups/a.csv'))).toEqual([
    'backups',
    'here',
  ])
  expect(await foldersOf('export', '--out=own/a.csv')).toEqual(['here', 'here/own'])
  expect(await foldersOf('import', '--set', 'company=../backups/', 'own/a.csv')).toEqual([
    'here',
    'here/own',
  ])
  for (const option of ['--test', '--where', '--at']) {
    expect(await foldersOf('announce', 'own/a.md', option, '../backups/ada')).toEqual([
      'here',
      'here/own',
    ])
  }
})
