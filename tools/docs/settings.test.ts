import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { SETTINGS } from '../../api/src/config/api.ts'
import { ROOT } from '../../tests/support/repository.ts'
import { defaults } from '../../web/content/brand.ts'
import { readBrand } from '../../web/content/brand-settings.ts'
import { generated } from './settings.ts'

test('wrong settings end the process with all of them on the screen, without a password', () => {
  const wrong = { PORT: 'x', DATABASE_URL: 'http://u:secret@db', LOG_LEVEL: 'loud' }
  const run = () =>
    execFileSync(process.execPath, ['api/src/server.ts'], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], ...wrong },
      encoding: 'utf8',
      stdio: 'pipe',
    })
  expect(run).toThrow(
    expect.objectContaining({
      status: 1,
      stderr: expect.stringMatching(/PORT: [\s\S]*DATABASE_URL: [\s\S]*LOG_LEVEL: /),
    }),
  )
  expect(run).not.toThrow(/secret/)
})

test('a setting with a default has it in the docs, and changes nothing when it is uncommented', () => {
  const { 'docs/settings.md': page, '.env.example': example } = generated()
  for (const name of ['REFERRALS', 'DATABASE_POOLER'] as const) {
    expect(page).toContain(`- \`${name}\`, default \`${SETTINGS[name].default}\`  \n`)
    expect(example).toMatch(new RegExp(`Default:\\n#${name}=${SETTINGS[name].default}\\n`))
  }
  expect(example).toMatch(/Example:\n#SMTP_URL=/)
})

describe('the brand', () => {
  test('the brand is read from the settings, and an empty setting counts as unset', () => {
    expect(readBrand({ BRAND_NAME: '', SITE_URL: 'https://nova.example/' }, defaults)).toEqual({
      ...readBrand({}, defaults),
      origin: 'https://nova.example',
    })
  })

  test.each([
    ['BRAND_NAME', 'No\nva', 'No\\u000ava'],
    ['BRAND_NAME', 'No\rva', 'No\\u000dva'],
    ['BRAND_NAME', 'No\u0000va', 'No\\u0000va'],
    ['BRAND_NAME', 'No\u001b[31mva', 'No\\u001b[31mva'],
    ['BRAND_POSTAL_ADDRESS', '1 Main\u0085Street', '1 Main\\u0085Street'],
    ['BRAND_SUPPORT_EMAIL', 'no\u007fva@shop.example', 'no\\u007fva@shop.example'],
  ])('a control character in %s is refused, and shown as its number: %j', (name, value, shown) => {
    expect(() => readBrand({ [name]: value }, defaults)).toThrow(`  ${name}=${shown} (like `)
  })

  const addresses = [
    'nova',
    'büro@shop.example',
    'nova @shop.example',
    '<nova@shop.example>',
    'a@b@shop.example',
  ]
  const links = ['shop.example', 'ftp://shop.example', 'javascript:alert(1)', 'https://a.example/"']
  test.each([
    ['BRAND_NAME', ['<b>Nova</b>', '{Nova}', 'N'.repeat(41)]],
    ['SITE_URL', links],
    ['BRAND_SUPPORT_EMAIL', addresses],
    ['BRAND_PRIVACY_EMAIL', addresses],
    ['BRAND_POSTAL_ADDRESS', ['1 <b>Main</b> Street', '{{leave}}', 'x'.repeat(201)]],
    ['BRAND_INSTAGRAM_URL', links],
    ['BRAND_LINKEDIN_URL', links],
    ['BRAND_PRODUCT_HUNT_URL', links],
    ['BRAND_PRODUCT_HUNT_BADGE_URL', links],
  ])('a wrong %s is refused with its name and an example', (name, values) => {
    for (const value of values) {
      expect(() => readBrand({ [name]: value }, defaults)).toThrow(`  ${name}=${value} (like `)
    }
  })
})
