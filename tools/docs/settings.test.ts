import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { SITE_SETTINGS } from '../../api/src/system/settings.ts'
import { ROOT } from '../../tests/support/repository.ts'
import { envExample, settingsPage } from './settings.ts'

test('a process with wrong settings exits and lists all of them, without a password', () => {
  const wrong = { PORT: 'x', DATABASE_URL: 'http://u:secret@db', LOG_LEVEL: 'loud' }
  const env = { PATH: process.env['PATH'], ...wrong }
  const options = { cwd: ROOT, env, encoding: 'utf8' } as const
  const { status, stderr } = spawnSync(process.execPath, ['api/src/server.ts'], options)
  expect(status).toBe(1)
  expect(stderr).toMatch(/PORT: [\s\S]*DATABASE_URL: [\s\S]*LOG_LEVEL: /)
  expect(stderr).not.toContain('secret')
})

test('the docs show each setting’s default, so uncommenting it has no effect', () => {
  const [page, example] = [settingsPage(), envExample()]
  for (const name of ['REFERRALS', 'RATE_LIMIT_MAX'] as const) {
    expect(page).toContain(`- \`${name}\`, default \`${SITE_SETTINGS[name].default}\`  \n`)
    expect(example).toMatch(new RegExp(`Default:\\n#${name}=${SITE_SETTINGS[name].default}\\n`))
  }
  expect(example).toMatch(/Example:\n#SMTP_URL=/)
})
