import { expect, test } from 'vitest'
import { defaults } from '../web/content/brand.ts'
import { examples, readBrand } from './brand-settings.ts'

test('the brand is read from the settings, and an empty setting counts as unset', () => {
  expect(readBrand({ BRAND_NAME: '', SITE_URL: 'https://nova.example/' }, defaults)).toEqual({
    ...readBrand({}, defaults),
    origin: 'https://nova.example',
  })
})

test.each(Object.entries(examples))(
  'a control character in %s is refused and shown as its code',
  (name, value) => {
    for (const sign of ['\r\n', '\0', '\t', '\u001b', '\u007f', '\u0085']) {
      const numbers = [...sign].map(
        (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
      const [start, end] = [value.slice(0, 2), value.slice(2)]
      expect(() => readBrand({ [name]: `${start}${sign}${end}` }, defaults)).toThrow(
        `  ${name}=${start}${numbers.join('')}${end} (like `,
      )
    }
  },
)

const addresses = ['nova', 'büro@shop.example', '<nova@shop.example>', 'a@b@shop.example']
const links = ['shop.example', 'javascript:alert(1)', 'https://a.example/"']
test.each([
  ['BRAND_NAME', ['<b>Nova</b>', '{Nova}', 'N'.repeat(41)]],
  ['BRAND_COMPANY', ['<b>Nova</b>', 'N'.repeat(101)]],
  ['SITE_URL', [...links, 'https://nova.example/app', 'https://nova.example/?a=b']],
  ['BRAND_SUPPORT_EMAIL', addresses],
  ['BRAND_PRIVACY_EMAIL', addresses],
  ['BRAND_POSTAL_ADDRESS', ['1 <b>Main</b> Street', '{{leave}}', 'x'.repeat(201)]],
  ['BRAND_INSTAGRAM_URL', links],
  ['BRAND_LINKEDIN_URL', links],
  ['BRAND_PRODUCT_HUNT_URL', links],
  ['BRAND_PRODUCT_HUNT_BADGE_URL', links],
] as const)('the error for a wrong %s gives an example', (name, values) => {
  for (const value of values) {
    const refusal = `cannot be used: ${name}\n  ${name}=${value} (like ${examples[name]})`
    expect(() => readBrand({ [name]: value }, defaults)).toThrow(refusal)
  }
})
