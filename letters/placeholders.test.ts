import { describe, expect, test } from 'vitest'
import { FIELDS, QUESTION_NAMES } from '../contract/waitlist.ts'
import { CONTROLS, HOSTILE_TEXT } from '../tests/support/corpus.ts'
import { TEMPLATES } from '../tests/support/worker.ts'
import { frameLetter } from './framed-letter.ts'
import { readLetter } from './letter.ts'
import type { MailTemplate } from './mail-templates.ts'
import { answerValues, fillPlaceholders, SAMPLE_VALUES } from './placeholders.ts'
import { fillSafely } from './templates.ts'

const letter = (body: string, subject = 'We open'): string =>
  `---\nsubject: ${subject}\n---\n\n${body}\n`

const FRAME = {
  ...TEMPLATES,
  announce: { subject: '{{subject}}', html: '<h1>{{subject}}</h1>{{body}}', text: '{{body}}' },
  styles: {},
}

function received(
  source: string,
  answers: Readonly<Record<string, string>>,
  announce: MailTemplate = FRAME.announce,
) {
  const letter = frameLetter(readLetter('launch.md', source), { ...FRAME, announce })
  return fillSafely(letter, answerValues(answers))
}

const errorOf = (source: string): string => {
  try {
    readLetter('launch.md', source)
    return 'no error'
  } catch (error) {
    return String(error)
  }
}

test('the placeholder {{constructor}} does not read a property of the object itself', () => {
  expect(fillPlaceholders('{{constructor}}', {})).toBe('{{constructor}}')
})

describe('filling in answers', () => {
  test('an answer is inserted into the subject, the HTML and the text', () => {
    const source = letter('Hello {{first_name|there}}.', 'Your place, {{first_name|friend}}')
    expect(received(source, { first_name: 'Ada' })).toEqual({
      subject: 'Your place, Ada',
      html: '<h1>Your place, Ada</h1><p>Hello Ada.</p>',
      text: 'Hello Ada.',
    })
    expect(received(source, {})).toEqual({
      subject: 'Your place, friend',
      html: '<h1>Your place, friend</h1><p>Hello there.</p>',
      text: 'Hello there.',
    })
  })

  test('an answer is escaped in the HTML, and plain in the subject and the text', () => {
    const source = letter('Hello {{first_name}}', 'Hello {{first_name}}')
    const escaped = 'Hello &lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;'
    expect(received(source, { first_name: '<b>"A" & B</b>' })).toEqual({
      subject: 'Hello <b>"A" & B</b>',
      html: `<h1>${escaped}</h1><p>${escaped}</p>`,
      text: 'Hello <b>"A" & B</b>',
    })
  })

  test.each(QUESTION_NAMES)('a hostile answer to %s stays plain text in a single line', (name) => {
    const written = `Hello {{${name}}}`
    const { subject, html, text } = received(letter(written, written), { [name]: HOSTILE_TEXT })
    expect(html).not.toMatch(/<script|<img|<b>/)
    expect(html.match(/=1\+1 &lt;script&gt;/g)).toHaveLength(2)
    for (const part of [subject, html, text]) {
      expect(part).not.toMatch(CONTROLS)
      expect(part).toContain('{{leave}}')
      expect(part).not.toContain('\n')
    }
  })

  test.each([
    ['Booking.com', 'Booking.\u200bcom'],
    ['http://1/', 'http:\u200b//1/'],
    ['WWW.evil', 'WWW.\u200bevil'],
    ['J. Smith & Co.', 'J. Smith & Co.'],
  ])('an answer that looks like a link does not become a link: %s', (first_name, written) => {
    const { subject, html, text } = received(letter('At {{first_name}}', 'At {{first_name}}'), {
      first_name,
    })
    expect([subject, text]).toEqual([`At ${written}`, `At ${written}`])
    expect(html).toContain(`<p>At ${written.replace('&', '&amp;')}</p>`)
  })

  test('a right-to-left answer is isolated, so that the words around it keep their order', () => {
    const source = letter(
      '{{first_name|friend}}, 3 days left!',
      '{{first_name|Hello}}, 3 days left!',
    )
    const isolate = '\u2068שרה\u2069, 3 days left!'
    const frame = { ...FRAME.announce, html: '<title>{{subject}}</title>{{body}}' }
    expect(received(source, { first_name: 'שרה' }, frame)).toEqual({
      subject: isolate,
      html: `<title>${isolate}</title><p><bdi>שרה</bdi>, 3 days left!</p>`,
      text: isolate,
    })
  })

  test('an answer that looks like a placeholder is not replaced again', () => {
    expect(received(letter('Hello {{first_name}}'), { first_name: '{{email}}' }).text).toBe(
      'Hello {{email}}',
    )
  })

  test('an answer to a choice is filled in as the label of the chosen option', () => {
    const [{ value, label }] = FIELDS.role.options
    expect(received(letter('As {{role}}'), { role: value }).text).toBe(`As ${label}`)
  })

  test('a missing answer is replaced by the placeholder’s words, even if they are not encoded, as in an old backup', () => {
    const old = { subject: '{{first_name|100 %}}', html: '', text: '' }
    expect(fillSafely(old, answerValues({})).subject).toBe('100 %')
  })

  test('a placeholder for a removed question becomes its default words, or disappears', () => {
    const stored = { subject: 'For {{planet|all%20of%20you}}', html: '{{planet}}.', text: '' }
    expect(fillSafely(stored, answerValues({}))).toEqual({
      subject: 'For all of you',
      html: '.',
      text: '',
    })
  })

  test('a missing answer without replacement words leaves nothing behind', () => {
    expect(received(letter('At {{first_name}}.'), {}).text).toBe('At .')
  })

  test('an answer can be used in a table, code or emphasis, with replacement words of any length', () => {
    const words = `it's 100 % ${'the best of all people '.repeat(5).trim()}`
    const { html, text } = received(
      letter(
        `|A|\n|-|\n|{{first_name\\|none}}|\n\n*{{first_name|${words}}}* \`{{first_name|x y}}\``,
      ),
      {},
    )
    expect(html).toContain('<td>none</td>')
    expect(html).toContain(`<em>${words.replace("'", '&#39;')}</em> <code>x y</code>`)
    expect(text.replace(/\s+/g, ' ')).toContain(words)
  })
})

test('the sample answers of a preview answer every question', () => {
  expect(Object.keys(SAMPLE_VALUES)).toEqual(QUESTION_NAMES)
  expect(Object.values(SAMPLE_VALUES)).not.toContain('')
})

test.each([
  ['Hi\n\nDear {{firstname|you}}', 7, '{{firstname}} is unknown. Use one of: '],
  ['{{website}}', 5, '{{website}} is unknown. Use one of: '],
  ['Hi\n{{first_name|there} you', 6, '{{ begins a placeholder that does not end with }} on'],
  ['{{first_name|*you*}}', 5, 'the words after | must be plain text, '],
  ['[x](/a?b={{role}})', 5, 'a link or a picture cannot contain a placeholder.'],
  ['Hi\n![{{role}}](/a.png)', 6, 'a link or a picture cannot contain a placeholder.'],
  ['![x]({{leave}})', 5, 'a link or a picture cannot contain a placeholder.'],
  ['[x]({{leave}}&a={{role}})', 5, 'a link or a picture cannot contain a placeholder.'],
  ['[x]({{leave}} "{{role}}")', 5, 'a link or a picture cannot contain a placeholder.'],
  ['[x]({{email}})', 5, 'a link or a picture cannot contain a placeholder.'],
])('a wrong placeholder is reported with its line: %j', (body, line, sentence) => {
  expect(errorOf(letter(body))).toContain(`OwnerError: launch.md, line ${line}: ${sentence}`)
})

test('an unknown placeholder in the subject is reported with its line and the known placeholders', () => {
  expect(errorOf(letter('Hi', 'Hello {{name}}'))).toContain(
    `line 2: {{name}} is unknown. Use one of: ${QUESTION_NAMES.join(', ')}, leave, data.`,
  )
})
