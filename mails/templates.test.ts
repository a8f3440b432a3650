// Guards mail-tls.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fill, readTemplates } from './templates.ts'

test('placeholders are filled in all parts of an email, and unknown ones stay', () => {
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

describe('the emails of the build', () => {
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
