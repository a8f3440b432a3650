import { execFile } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../tests/support/for-a-test.ts'

/** A stand-in for Docker: the program prints a backup, and everything else succeeds. */
const DOCKER = `#!/bin/sh
case " $* " in
  *' exec -T worker '*) echo backup ;;
  *' config --services '*) printf 'api\\nnginx\\n' ;;
  *' run '*) cat >/dev/null ;;
esac
`

/** A folder with files in `backups` that were last changed a few days ago. */
function newInstallation(ages: Readonly<Record<string, number>>) {
  const folder = temporaryFolder()
  for (const name of ['bin', 'deploy', 'backups']) mkdirSync(join(folder, name))
  copyFileSync(new URL('upgrade', import.meta.url), join(folder, 'deploy/upgrade'))
  writeFileSync(join(folder, 'bin/docker'), DOCKER, { mode: 0o755 })
  for (const [name, days] of Object.entries(ages)) {
    const file = join(folder, 'backups', name)
    writeFileSync(file, '')
    const time = Date.now() / 1_000 - days * 86_400
    utimesSync(file, time, time)
  }
  const PATH = `${join(folder, 'bin')}:${process.env['PATH']}`
  return {
    backups: join(folder, 'backups'),
    upgrade() {
      const env = { PATH, COMMIT: 'unknown' }
      const running = promisify(execFile)(join(folder, 'deploy/upgrade'), [], { env })
      running.child.stdin?.end()
      return running
    },
  }
}

test('an upgrade keeps the owner’s files, and the backups that earlier upgrades made in the last 30 days', async () => {
  const { backups, upgrade } = newInstallation({
    'before-upgrade-20260101-000000.ndjson.gz': 32,
    'before-upgrade-20260102-000000.ndjson.gz': 30,
    'before-upgrade-20260131-000000.ndjson.gz': 1.5,
    'people.csv': 400,
  })
  const { stdout } = await upgrade()
  const [, made = ''] = /backups\/(\S+) contains the list/.exec(stdout) ?? []
  expect(readFileSync(join(backups, made), 'utf8')).toBe('backup\n')
  expect(readdirSync(backups).toSorted()).toEqual(
    [
      made,
      'before-upgrade-20260102-000000.ndjson.gz',
      'before-upgrade-20260131-000000.ndjson.gz',
      'people.csv',
    ].toSorted(),
  )
})
