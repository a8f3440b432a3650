import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../tests/support/for-a-test.ts'
import { loadEnvFile } from './env-file.ts'

const NAMES = ['BRAND_NAME', 'MAIL_FROM', 'SMTP_URL', 'PORT'] as const

function load(...lines: string[]): unknown[] {
  for (const name of NAMES) vi.stubEnv(name, undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  const file = join(temporaryFolder(), '.env')
  writeFileSync(file, lines.join('\n'))
  loadEnvFile(file)
  return NAMES.map((name) => process.env[name]).filter((value) => value !== undefined)
}

test('a .env file may contain a byte order mark, Windows line endings, quotes and comments', () => {
  expect(load('\ufeffBRAND_NAME=Kiln\r', '# PORT=1\r', '\r', 'PORT=8081 # ours\r', '')).toEqual([
    'Kiln',
    '8081',
  ])
  const quoted = [`MAIL_FROM='"Kiln, Inc." <a@b>'`, 'export SMTP_URL="smtp://a#b" # two', 'PORT=']
  expect(load(...quoted)).toEqual(['"Kiln, Inc." <a@b>', 'smtp://a#b', ''])
  expect(load("BRAND_NAME=Ada's Kiln  ", ' PORT = 1 ', 'SMTP_URL= # none')).toEqual([
    "Ada's Kiln",
    '',
    '1',
  ])
})

test.each([
  ['BRAND_NAME=No. 1 #200', 'a comment begins at the # in BRAND_NAME: '],
  ['SMTP_URL=smtp://a:hid#den@b', 'a comment begins at the # in SMTP_URL: '],
  ['MAIL_FROM="Kiln, Inc." <a@b>', 'expected MAIL_FROM to end with its closing quote: '],
  ['BRAND_NAME="Kiln', 'expected BRAND_NAME to end with its closing quote: '],
  ['PORT: 8081', 'expected NAME=value'],
])('the .env line %s is refused, and the error gives its number but not its value', (line, why) => {
  const refusal = expect.objectContaining({
    name: 'OwnerError',
    message: expect.stringMatching(new RegExp(`/\\.env has mistakes: line 2: ${why}(?!.*hid)`)),
  })
  expect(() => load('PORT=1', line, 'PORT=2')).toThrow(refusal)
})
