import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../tests/support/for-a-test.ts'
import { fill, readTemplates } from './templates.ts'

test('known placeholders are filled in throughout an email, and unknown placeholders are kept', () => {
  const template = {
    subject: '{{name}}, {{name}}',
    html: '<a href="{{leave}}">{{other}}</a>',
    text: '{{ leave }} {leave} {{leave}}',
  }
  const values = { name: 'A&B', leave: '$& https://shop.example' }
  expect(fill(template, values, { leave: 'https://shop.example' })).toEqual({
    subject: 'A&B, A&B',
    html: '<a href="https://shop.example">{{other}}</a>',
    text: '{{ leave }} {leave} $& https://shop.example',
  })
})

test('the error for a missing or damaged mails.json gives the command that builds the file', () => {
  const folder = temporaryFolder()
  const [good, damaged] = [join(folder, 'good.json'), join(folder, 'damaged.json')]
  writeFileSync(good, '{"name":"Starkit"}')
  writeFileSync(damaged, '{"name":')
  expect(readTemplates(good)).toEqual({ name: 'Starkit' })
  for (const file of [damaged, join(folder, 'missing.json')]) {
    expect(() => readTemplates(file)).toThrow(
      `${file} is missing or damaged. To create it, build the site: npm run build`,
    )
  }
})
