import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fill, readTemplates, senderOf } from '../../../../api/src/mail/templates.ts'
import { sendingTime } from '../../../../api/src/queue/sending-time.ts'

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
  [0, 300, 'confirm', 'within an hour'],
  [300, 300, 'confirm', 'within an hour'],
  [301, 300, 'confirm', 'in about 2 hours'],
  // a tenth of the hour is for confirmations
  [270, 300, 'invite', 'within an hour'],
  [271, 300, 'announce', 'in about 2 hours'],
  [4_800, 100, 'confirm', 'in about 48 hours'],
  [4_801, 100, 'confirm', 'in about 2 days'],
  [24_000, 100, 'confirm', 'in about 10 days'],
  [3, 1, 'announce', 'in about 3 hours'],
] as const)('%i mails at %i an hour of the kind %s arrive %s', (mails, perHour, kind, words) => {
  expect(sendingTime(mails, perHour, kind)).toBe(words)
})
