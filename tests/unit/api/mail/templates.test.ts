import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fill, readTemplates, senderOf } from '../../../../api/src/mail/templates.ts'
import { sendingTime } from '../../../../api/src/outbox/sending-time.ts'

test('placeholders are filled in all parts of a mail, and unknown ones stay', () => {
  const template = {
    subject: '{{name}}, {{name}}',
    html: '<a href="{{leave}}">{{other}}</a>',
    text: '{{ leave }} {leave} {{leave}}',
  }
  expect(fill(template, { name: 'Ada', leave: '$& https://shop.example' })).toEqual({
    subject: 'Ada, Ada',
    html: '<a href="$& https://shop.example">{{other}}</a>',
    text: '{{ leave }} {leave} $& https://shop.example',
  })
})

describe('the sender of mails', () => {
  const brand = { name: 'Starkit', supportEmail: 'help@shop.example' }

  test.each([
    [undefined, 'Starkit', 'help@shop.example'],
    ['hello@shop.example', 'Starkit', 'hello@shop.example'],
    ['<hello@shop.example>', 'Starkit', 'hello@shop.example'],
    [' Ada of Starkit < hello@shop.example >', 'Ada of Starkit', 'hello@shop.example'],
    [' hello@shop.example ', 'Starkit', 'hello@shop.example'],
  ])('with the setting %s is %s at %s, and replies go to support', (from, name, address) => {
    expect(senderOf(from, brand)).toEqual({ name, address, replyTo: 'help@shop.example' })
  })
})

describe('the mails of the build', () => {
  const fileWith = (content: string): string => {
    const folder = mkdtempSync(join(tmpdir(), 'mails-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'mails.json')
    writeFileSync(file, content)
    return file
  }

  test('are read from their file', () => {
    expect(readTemplates(fileWith('{"name":"Starkit"}'))).toEqual({ name: 'Starkit' })
  })

  test.each([fileWith, () => '/no/such/file'])(
    'that are damaged or missing are reported with the command that makes them',
    (make) => {
      const file = make('{"name":')
      expect(() => readTemplates(file)).toThrow(
        `${file} is missing or damaged. The build of the site makes it: npm run build`,
      )
    },
  )
})

test.each([
  [0, 300, 'within an hour'],
  // a quarter of the hour is for confirmations
  [225, 300, 'within an hour'],
  [226, 300, 'in about 2 hours'],
  [3_600, 100, 'in about 48 hours'],
  [3_601, 100, 'in about 2 days'],
  [18_000, 100, 'in about 10 days'],
  [3, 1, 'in about 3 hours'],
] as const)('%i invitations at %i mails an hour arrive %s', (mails, perHour, words) => {
  expect(sendingTime(mails, { perHour })).toBe(words)
})

test.each([
  [75, 'within an hour'],
  [76, 'in about 24 hours'],
  [750, 'in about 9 days'],
] as const)('%i invitations at 100 mails a day arrive %s', (mails, words) => {
  expect(sendingTime(mails, { perHour: 300, perDay: 100 })).toBe(words)
})
