import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FOOTNOTES } from '../contract/words.ts'
import { temporaryFolder } from '../tests/support/for-a-test.ts'
import { frameLetter } from './framed-letter.ts'
import { openLetter, readLetter } from './letter.ts'
import { encodePlaceholders } from './placeholders.ts'

const letter = (body: string, subject = 'We open'): string =>
  `---\nsubject: ${subject}\n---\n\n${body}\n`

const PLAIN = { styles: {}, origin: 'https://shop.example' }

const htmlOf = (body: string, look = PLAIN): string =>
  readLetter('/home/ada/launch.md', letter(body)).render(look)

const errorOf = (source: string, path = 'drafts/launch.md'): string => {
  try {
    readLetter(path, source)
    return 'no error'
  } catch (error) {
    return String(error)
  }
}

describe('rendering Markdown', () => {
  test('a letter is rendered as HTML with its elements and tables', () => {
    expect(htmlOf('# Hi *you*\n\n|A|B|\n|-|-:|\n|1|2|')).toBe(
      '<h1>Hi <em>you</em></h1>\n<table>\n<thead>\n<tr>\n<th>A</th>\n' +
        '<th align="right" style="text-align:right">B</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n' +
        '<td>1</td>\n<td align="right" style="text-align:right">2</td>\n</tr>\n</tbody>\n</table>',
    )
  })

  test('a letter’s footnotes use the site’s words', () => {
    const { footnoteLabel, footnoteBackLabel } = FOOTNOTES
    const html = htmlOf('A kit.[^1]\n\n[^1]: A note.')
    expect(html).toContain(`>${footnoteLabel}</h2>`)
    expect(html).toContain(`aria-label="${footnoteBackLabel}"`)
  })

  test('braces and angle brackets in a letter are shown as text', () => {
    expect(htmlOf('1 < 2 {braces}')).toBe('<p>1 &#x3C; 2 {braces}</p>')
  })

  test('a letter’s relative links and pictures get the site’s origin', () => {
    for (const [written, address] of [
      ['/plans', 'https://shop.example/plans'],
      ['//cdn.example/', 'https://cdn.example/'],
      ['plans/a:b', 'https://shop.example/plans/a:b'],
      ...['#top', 'https://a.example', 'HTTP://a.example/', 'mailto:ada@a.example', 'tel:+491'].map(
        (same) => [same, same],
      ),
    ]) {
      expect(htmlOf(`[a](${written})`), written).toBe(`<p><a href="${address}">a</a></p>`)
    }
    expect(htmlOf('![f](/f.png)')).toBe('<p><img src="https://shop.example/f.png" alt="f"></p>')
  })

  test('each element of a letter gets its style, which comes before a cell’s alignment', () => {
    const look = { ...PLAIN, styles: { p: 'margin:0;color:blue', td: 'text-align:left' } }
    const html = htmlOf('a *b*\n\n|A|\n|-:|\n|1|', look)
    expect(html).toContain('<p style="margin:0;color:blue">a <em>b</em></p>')
    expect(html).toContain('style="text-align:left;text-align:right">1</td>')
  })

  test('rendering a letter with other styles does not change the letter itself', () => {
    const { render } = readLetter('launch.md', letter('[a](/plans)'))
    expect([render({ ...PLAIN, styles: { p: 'margin:0' } }), render()]).toEqual([
      '<p style="margin:0"><a href="https://shop.example/plans">a</a></p>',
      '<p><a href="/plans">a</a></p>',
    ])
  })

  test('a placeholder’s words are encoded, so that no line breaks inside a placeholder', () => {
    expect(htmlOf('Hi {{ first_name | dear reader }}')).toBe(
      '<p>Hi {{first_name|dear%20reader}}</p>',
    )
  })

  test.each([
    'We are #1 on Product Hunt today',
    '[Starkit] We open',
    '2026-12-01',
    '~',
    'Soon: we open',
    '- 50 %',
    '"Hello" and "goodbye"',
    "It's open",
    '{{first_name|Hello}}: #1 [today]',
  ])('a letter’s subject is kept word for word: %s', (subject) => {
    expect(readLetter('launch.md', letter('Hi', subject)).subject).toBe(encodePlaceholders(subject))
  })

  test.each([
    ['"It\'s open"', "It's open"],
    ["'#1'", '#1'],
    ['  We open & more ', 'We open & more'],
  ])('outer spaces and YAML quotes are removed from a letter’s subject: %s', (written, subject) => {
    expect(readLetter('launch.md', letter('Hi', written)).subject).toBe(subject)
  })

  test('a letter with Windows line breaks is read like a letter with Unix line breaks', () => {
    const source = letter('[a](/plans)', 'We are #1').replaceAll('\n', '\r\n')
    expect(readLetter('launch.md', source).subject).toBe('We are #1')
    expect(errorOf(letter('{{leave').replaceAll('\n', '\r\n'))).toContain('line 5: ')
  })
})

describe('checking Markdown', () => {
  test.each([
    ['Hi\n\n<b>x</b>', 7, 'a letter is Markdown and cannot contain HTML.'],
    ['Hi\nyou <b>x</b>', 6, 'a letter is Markdown and cannot contain HTML.'],
    [
      '[x](JavaScript:alert(1))',
      5,
      'a link must begin with http:, https:, mailto:, tel:, not javascript:',
    ],
    ['[x][1]\n\n[1]: javascript:alert(1)', 5, 'a link must begin with http:, '],
    ['Hi\n\n[x](//)', 7, 'the address of a link is invalid: //'],
    ['![x](data:image/png;base64,AA)', 5, 'a picture must begin with http:, https:, not data:'],
  ])('a mistake in a letter is reported with its line: %j', (body, line, sentence) => {
    expect(errorOf(letter(body))).toContain(`OwnerError: launch.md, line ${line}: ${sentence}`)
  })

  test('all mistakes in a letter are reported together, in the order of their lines', () => {
    const body = '[a](file:x)\n\n<b>x</b>\n\n{{name}} ![a](file:x) {{'
    expect(errorOf(letter(body)).match(/line \d+/g)).toEqual(
      [5, 7, 9, 9, 9].map((line) => `line ${line}`),
    )
  })

  test.each([
    ...['', '# Hi', letter('Hi', ''), letter('Hi', '"  "')],
    ...['---\nsubject: x\nold subject: y\n---\n', '---\nsubject: >\n  We open\n---\n'],
  ])('a letter without a subject, %j, is refused with an example', (source) => {
    expect(errorOf(source)).toBe(
      'OwnerError: launch.md has no subject. Begin it with three lines: ---, subject: Your subject, ---.',
    )
  })
})

describe('publishing letters', () => {
  const published = (lines: string, body = 'Hi') =>
    `---\nsubject: We open\n${lines}\n---\n\n${body}\n`

  test('a letter’s front matter can make it public and say when it was sent', () => {
    const read = (source: string) => readLetter('launch.md', source)
    expect(read(letter('Hi'))).toMatchObject({ isPublic: false, sent: undefined })
    expect(read(published('public: true'))).toMatchObject({ isPublic: true, sent: undefined })
    expect(read(published('sent: 2026-11-29\npublic: true'))).toMatchObject({
      isPublic: true,
      sent: '2026-11-29',
    })
  })

  test.each([
    ['public: yes', 'line 3: public: yes: expected true'],
    ['sent: 2026-11-29', 'line 3: sent: needs the line public: true.'],
    ['public: true\nsent: 2026-02-30', 'line 4: sent: 2026-02-30: expected a day such as'],
    ['after: 3d\npublic: true', 'line 4: a letter with a line after: or when: cannot be public.'],
    [
      'when: friends>=3\npublic: true',
      'line 4: a letter with a line after: or when: cannot be public.',
    ],
  ])('a letter with %j is refused', (lines, sentence) => {
    expect(errorOf(published(lines))).toContain(sentence)
  })

  test('each placeholder in a public letter needs words for a page without a recipient', () => {
    const body = '{{first_name|you}} and {{role}}'
    expect(errorOf(published('public: true', body))).toContain(
      'launch.md, line 6: in a public letter, {{role}} needs words after |',
    )
    expect(errorOf(letter(body))).toBe('no error')
  })
})

describe('framing letters', () => {
  test('table columns are aligned the same in a letter’s plain text and HTML', () => {
    const rows = '|Plan|Price|For|\n|:-|-:|:-:|\n|Free||one|\n|**Pro**|$1,290|nobody else|\n'
    const frame = { subject: '', html: '{{body}}', text: '{{body}}' }
    const look = { announce: frame, styles: {} }
    expect(frameLetter(readLetter('launch.md', letter(rows)), look).text).toBe(
      ['Plan    Price       For', 'Free                one', 'Pro    $1,290   nobody else'].join(
        '\n',
      ),
    )
  })

  const announce = {
    subject: '{{subject}}',
    html: '<title>{{subject}}</title>{{body}}<a href="{{leave}}">Leave</a>',
    text: '{{body}}\n\nLeave: {{leave}}',
  }
  const announced = (source: string, styles = {}) =>
    frameLetter(readLetter('launch.md', source), { announce, styles } as Parameters<
      typeof frameLetter
    >[1])

  test('a framed letter looks like the site, and contains placeholders for its links', () => {
    const source = letter('See [our plans](/plans).', 'We open & more')
    expect(announced(source, { p: 'margin:0' })).toEqual({
      id: expect.stringMatching(/^[\da-f]{16}$/),
      subject: 'We open & more',
      html:
        '<title>We open &amp; more</title><p style="margin:0">See ' +
        '<a href="{{site}}/plans">our plans</a>.</p><a href="{{leave}}">Leave</a>',
      text: 'See our plans <{{site}}/plans>.\n\nLeave: {{leave}}',
    })
  })

  test('a letter can link to the pages on which its reader leaves or sees their data', () => {
    const { html, text } = announced(letter('[Leave]({{leave}}) or see [your data]({{data}}).'))
    expect(html).toContain('<a href="{{leave}}">Leave</a> or see <a href="{{data}}">your data</a>')
    expect(text).toContain('Leave <{{leave}}> or see your data <{{data}}>.')
  })

  test('a framed letter’s plain text contains alt texts, short lines, plain headings and tables', () => {
    const headings = ['# One', '## Two', '### Three', '#### Four', '##### Five', '###### Six']
    const words = (count: number) => Array.from({ length: count }, () => 'abcdefghi').join(' ')
    const table = '| Plan | {{first_name\\|you}} |\n|-|-|\n|1|2|'
    const link = '[https://a.example](https://a.example)'
    const body = [...headings, '![Our shop](/x.png) ![](/y.png)', words(12), table, link]
    const { text } = announced(letter(body.join('\n\n')))
    expect(text.split('\n').filter((line) => line !== '')).toEqual([
      ...['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Our shop'],
      words(7),
      words(5),
      'Plan   {{first_name|you}}',
      expect.stringMatching(/^1 +2$/),
      'https://a.example',
      'Leave: {{leave}}',
    ])
  })

  test('a letter keeps its id when it becomes public, and gets a place for its link', () => {
    const source = letter('Hi')
    const { id, html, text } = announced(source)
    const own = announced(source.replace('\n---\n', '\npublic: true\nsent: 2026-11-29\n---\n'))
    expect(own).toMatchObject({ id, html: expect.stringContaining('<p>Hi</p>{{page}}<a') })
    expect([html, text].filter((part) => part.includes('{{page}}'))).toEqual([])
    expect(own.text).toBe('Hi{{page}}\n\nLeave: {{leave}}')
  })

  test('a framed letter keeps its id when its look changes, and gets a new id when its words change', () => {
    const { id } = announced(letter('Hi'))
    expect(announced(letter('Hi'), { p: 'color:red' }).id).toBe(id)
    expect(announced(letter('Ho')).id).not.toBe(id)
    expect(announced(letter('Hi', 'Other')).id).not.toBe(id)
  })
})

const LETTER = '---\nsubject: Das Café öffnet\n---\n\nGrüße\n'

function open(content: Buffer | string) {
  const file = join(temporaryFolder(), 'launch.md')
  writeFileSync(file, content)
  return openLetter(file)
}

test.each([
  ['unchanged', LETTER],
  ['despite a byte order mark', `\ufeff${LETTER}`],
  ['despite Windows line breaks and tabs', LETTER.replaceAll('\n', '\t\r\n')],
])('a UTF-8 letter is read %s', (_how, source) => {
  const { subject, render } = open(source)
  expect(subject).toBe('Das Café öffnet')
  expect(render()).toBe('<p>Grüße</p>')
})

const NOT_UTF8 = ' is not in UTF-8. Save it as UTF-8.'
const control = (line: number) => `, line ${line} contains a control character. Delete it.`

test.each<readonly [what: string, content: Buffer | string, sentence: string]>([
  ['in an old Windows encoding', Buffer.from(LETTER, 'latin1'), NOT_UTF8],
  ['in UTF-16', Buffer.from(`\ufeff${LETTER}`, 'utf16le'), NOT_UTF8],
  ['with an escape in its subject', LETTER.replace('Das', '\x1b'), control(2)],
  ['with a control character of Latin-1', `${LETTER}\u0085`, control(6)],
])('a letter %s is refused', (_what, content, sentence) => {
  expect(() => open(content)).toThrow(`launch.md${sentence}`)
})

test.each(['\n', '\r', '\r\n'])('a subject with %j adds no header', (lineBreak) => {
  const letter = LETTER.replace(' öffnet', `${lineBreak}Bcc: eve@example.com`)
  expect(() => open(letter)).toThrow('launch.md has no subject.')
})
