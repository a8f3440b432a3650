import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { FIELDS } from '@ad-kit/contract'
import { expect, onTestFinished, test } from 'vitest'
import { openLetter } from '../../letters/letter.ts'
import { checkAfter, makeAfter, rewardsOf } from './after-letters.ts'

const CONDITION = `role=${FIELDS.role.options[0].value}`

const FRAME = {
  announce: { subject: '{{subject}}', html: '{{body}}<a href="{{leave}}">', text: '{{body}}' },
  styles: {},
}

/** Creates a folder with one letter. */
function folderOf(source: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'after-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'welcome.md'), source)
  return pathToFileURL(`${folder}/`)
}

test('a letter after the confirmation gets the letter frame, and its links begin with the site’s address', () => {
  const source =
    '---\nsubject: Hello {{first_name}}\nafter: 2w\nuntil: always\nwhere: source=friend\n---\n\nRead [our plans](/pricing).\n'
  expect(makeAfter(folderOf(source), FRAME)).toEqual([
    {
      ...{
        name: 'welcome',
        days: 14,
        until: 'always',
        where: [{ name: 'source', values: ['friend'] }],
      },
      subject: 'Hello {{first_name}}',
      html: '<p>Read <a href="{{site}}/pricing">our plans</a>.</p><a href="{{leave}}">',
      text: 'Read our plans <{{site}}/pricing>.',
    },
  ])
})

test('a reward is announced on the page that shows a person’s place, unless only some people get it', () => {
  const rewards = (line = '') =>
    rewardsOf(
      makeAfter(
        folderOf(
          `---\nsubject: A month, {{first_name|friend}}\nwhen: friends>=3\n${line}---\n\nHi\n`,
        ),
        FRAME,
      ),
    )
  expect(rewards()).toEqual([{ friends: 3, subject: 'A month, friend', until: 'invited' }])
  expect(rewards(`where: ${CONDITION}\n`)).toEqual([])
})

test('the example letters that follow the confirmation can be sent unchanged, but are not sent by default', () => {
  const folder = new URL('../content/letters/after/', import.meta.url)
  const examples = readdirSync(folder).filter((file) => file.endsWith('.example.md'))
  const days = examples.map(
    (file) => openLetter(fileURLToPath(new URL(file, folder))).schedule.days,
  )
  expect(days.toSorted()).toEqual([0, 0, 3])
  const on = readdirSync(folder).filter((file) => file.endsWith('.md') && !examples.includes(file))
  expect(
    makeAfter(folder, FRAME)
      .map(({ name }) => `${name}.md`)
      .toSorted(),
  ).toEqual(on.toSorted())
})

test.each([
  [
    '---\nsubject: Hello\nafter: 0\n---\n\nRead [our plans](file:plans).\n',
    'line 6: a link must begin with http:',
  ],
  [
    '---\nsubject: Hello\nafter: soon\n---\n\nHi\n',
    'line 3: after: soon: expected 0, or days or weeks',
  ],
  [
    '---\nsubject: Hello\nafter: 0\nuntil: ever\n---\n\nHi\n',
    'line 4: until: ever: expected invited or always',
  ],
  [
    '---\nsubject: Hello\nafter: 0\nwhere: planet=mars\n---\n\nHi\n',
    'line 4: where: planet=mars: expected one of',
  ],
  ['---\nsubject: Hello\n---\n\nHi\n', 'has no line such as after: 3d'],
  ...['friends>=0', 'friends=3', 'role=agency'].map((when) => [
    `---\nsubject: Hello\nwhen: ${when}\n---\n\nHi\n`,
    `line 3: when: ${when}: expected a line such as when: friends>=3`,
  ]),
  [
    '---\nsubject: Hello\nafter: 0\nwhen: friends>=3\n---\n\nHi\n',
    'line 4: a letter may have after: or when:, but not both.',
  ],
  [
    `---\nsubject: Hello\nwhere: ${CONDITION}\n---\n\nHi\n`,
    'work only with a line such as after: 3d',
  ],
])('a mistake in the letter %j is reported with its file', (source, sentence) => {
  const [mistake, ...others] = checkAfter(folderOf(source))
  expect(mistake).toContain('web/content/letters/after/welcome.md')
  expect(mistake).toContain(sentence)
  expect(others).toEqual([])
})
