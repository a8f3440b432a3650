import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { checkWelcome, makeWelcome } from './welcome.ts'

const FRAME = {
  announce: { subject: '{{subject}}', html: '{{body}}<a href="{{leave}}">', text: '{{body}}' },
  styles: {},
}

function fileOf(source: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'welcome-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'welcome.md'), source)
  return pathToFileURL(join(folder, 'welcome.md'))
}

test('the welcome letter is in the frame of announcements, and its links begin at the site', () => {
  const source = '---\nsubject: Hello {{first_name}}\n---\n\nRead [our plans](/pricing).\n'
  expect(makeWelcome(fileOf(source), FRAME)).toEqual({
    subject: 'Hello {{first_name}}',
    html: '<p>Read <a href="{{site}}/pricing">our plans</a>.</p><a href="{{leave}}">',
    text: 'Read our plans <{{site}}/pricing>.',
  })
})

test('the example of a welcome letter can be sent as it is', () => {
  const file = new URL('../content/letters/welcome.example.md', import.meta.url)
  expect(checkWelcome(file)).toEqual([])
  expect(makeWelcome(file, FRAME)?.subject).toBe('Welcome, {{first_name|friend}}')
})

test('without the file there is no welcome letter', () => {
  expect(makeWelcome(new URL('missing.md', fileOf('')), FRAME)).toBeUndefined()
})

test('a mistake in the welcome letter is reported with its line', () => {
  const file = fileOf('---\nsubject: Hello\n---\n\nRead [our plans](file:plans).\n')
  expect(checkWelcome(file)).toEqual([
    'web/content/letters/welcome.md, line 5: a link cannot begin with file: Use http:, https:, mailto:, tel:.',
  ])
})
