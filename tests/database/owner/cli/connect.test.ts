import { expect, test } from 'vitest'
import { migrationNames } from '../../../../api/src/system/migrations.ts'
import { newInstallation } from '../../support/installations.ts'
import { run } from '../../support/run-program.ts'

const LATEST = migrationNames.at(-1) ?? ''

test('on an earlier version’s database, a command fails, points to the upgrade command and does not migrate', async () => {
  const here = await newInstallation()
  const applied = () => here.query('SELECT name FROM pgmigrations')
  await here.query('DELETE FROM pgmigrations WHERE name = $1', [LATEST])
  const before = await applied()
  const { code, stdout, stderr } = await run(['list'], { url: here.url })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain(`earlier version than this program and lacks the migrations ${LATEST}.`)
  expect(stderr).toContain('`./waitlist upgrade`')
  expect(await applied()).toEqual(before)
})

test('on a later version’s database, a command succeeds and prints a warning', async () => {
  const here = await newInstallation()
  await here.query("INSERT INTO pgmigrations (name, run_on) VALUES ('9999_later', now())")
  const { code, stdout, stderr } = await run(['list', '--json'], { url: here.url })
  expect([code, JSON.parse(stdout)]).toEqual([0, []])
  expect(stderr).toMatch(/from a later version.*Use the program of that version/)
})
