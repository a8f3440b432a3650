// Guards letter-checks.

import { describe, expect, test } from 'vitest'
import { makeAnnouncement } from './announcement.ts'
import { readLetter } from './letter.ts'
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

describe('a letter', () => {
  test('has the HTML of its elements and tables', () => {
    expect(htmlOf('# Hi *you*\n\n|A|B|\n|-|-:|\n|1|2|')).toBe(
      '<h1>Hi <em>you</em></h1>\n<table>\n<thead>\n<tr>\n<th>A</th>\n' +
        '<th align="right" style="text-align:right">B</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n' +
        '<td>1</td>\n<td align="right" style="text-align:right">2</td>\n</tr>\n</tbody>\n</table>',
    )
  })

  test('may have braces and angle brackets', () => {
    expect(htmlOf('1 < 2 {braces}')).toBe('<p>1 &#x3C; 2 {braces}</p>')
  })

  test('gets the origin for its links and pictures without one', () => {
    const body =
      '[a](/plans) [b](https://a.example) [c](//cdn.example/) [d](#top) [e](plans/a:b) ![f](/f.png)'
    expect(htmlOf(body)).toBe(
      '<p><a href="https://shop.example/plans">a</a> <a href="https://a.example">b</a> ' +
        '<a href="https://cdn.example/">c</a> <a href="#top">d</a> ' +
        '<a href="https://shop.example/plans/a:b">e</a> ' +
        '<img src="https://shop.example/f.png" alt="f"></p>',
    )
  })

  test('gets the style of each element, before the alignment of a cell', () => {
    const look = { ...PLAIN, styles: { p: 'margin:0;color:blue', td: 'text-align:left' } }
    const html = htmlOf('a *b*\n\n|A|\n|-:|\n|1|', look)
    expect(html).toContain('<p style="margin:0;color:blue">a <em>b</em></p>')
    expect(html).toContain('style="text-align:left;text-align:right">1</td>')
  })

  test('does not change when it is rendered in another look', () => {
    const { render } = readLetter('launch.md', letter('[a](/plans)'))
    expect([render({ ...PLAIN, styles: { p: 'margin:0' } }), render()]).toEqual([
      '<p style="margin:0"><a href="https://shop.example/plans">a</a></p>',
      '<p><a href="/plans">a</a></p>',
    ])
  })

  test.each(['mailto:ada@example.com', 'tel:+491', 'http://a.example/', 'HTTPS://a.example/'])(
    'may have a link to %s',
    (address) => {
      expect(htmlOf(`[a](${address})`)).toBe(`<p><a href="${address}">a</a></p>`)
    },
  )

  test('has placeholders with encoded words, so that no line breaks in them', () => {
    expect(htmlOf('Hi {{ first_name | dear reader }}')).toBe(
      '<p>Hi {{first_name|dear%20reader}}</p>',
    )
  })

  test.each([
    'We are #1 on Product Hunt today',
    '[Starkit] We open',
    '2027',
    '2026-12-01',
    '12:30',
    'true',
    'null',
    '~',
    'Soon: we open',
    '*Now* & then, 100 % off!',
    '@you, `code` | more > less',
    '- 50 %',
    '"Hello" and "goodbye"',
    "It's open",
    '{{first_name}}, hello',
    '{{first_name|Hello}}: #1 [today]',
  ])('has its subject word for word: %s', (subject) => {
    expect(readLetter('launch.md', letter('Hi', subject)).subject).toBe(encodePlaceholders(subject))
  })

  test.each([
    ['"{{first_name}}, hello"', '{{first_name}}, hello'],
    ['"We say \\"hello\\" \\\\o/"', 'We say "hello" \\o/'],
    ["'It''s open'", "It's open"],
    ["'#1'", '#1'],
  ])('has its subject without the quotes of YAML: %s', (written, subject) => {
    expect(readLetter('launch.md', letter('Hi', written)).subject).toBe(subject)
  })

  test('may be written with the line breaks of Windows', () => {
    const source = letter('[a](/plans)', 'We are #1').replaceAll('\n', '\r\n')
    expect(readLetter('launch.md', source).subject).toBe('We are #1')
    expect(errorOf(letter('{{leave').replaceAll('\n', '\r\n'))).toContain('line 5: ')
  })

  test('has its subject without spaces around it', () => {
    expect(readLetter('launch.md', letter('Hi', '  We open & more ')).subject).toBe(
      'We open & more',
    )
  })
})

describe('a mistake in a letter', () => {
  const HTML = 'a letter is Markdown and has no HTML. Write \\< for the sign <.'
  const MDX = 'a letter is Markdown, so MDX does not run. Name it .md to keep it as text.'

  test.each([
    ['an element', 'Hi\n\n<b>x</b>', `line 7: ${HTML}`],
    ['an element within a sentence', 'Hi\nyou <b>x</b>', `line 6: ${HTML}`],
    ['a comment', '<!-- later -->', `line 5: ${HTML}`],
    ['a component', 'Hi\n\n> <Price />', `line 7: ${HTML}`],
    [
      'a link that runs a script',
      'Hi\n\n[x](JavaScript:alert(1))',
      'line 7: a link cannot begin with javascript: Use http:, https:, mailto:, tel:.',
    ],
    [
      'a link by reference that runs a script',
      '[x][1]\n\n[1]: javascript:alert(1)',
      'line 5: a link cannot begin with javascript: Use http:, https:, mailto:, tel:.',
    ],
    ['a broken address', 'Hi\n\n[x](//)', 'line 7: the address of a link is wrong: //'],
    [
      'a picture that no mail program shows',
      '![x](data:image/png;base64,AA)',
      'line 5: a picture cannot begin with data: Use http:, https:.',
    ],
  ])('%s is reported in a sentence with its line', (_what, body, sentence) => {
    expect(errorOf(letter(body))).toBe(`OwnerError: launch.md, ${sentence}`)
  })

  test.each([
    ['an expression', 'Hi\n\nIt\nis {price}\ntoday.', 8],
    ['a placeholder', '{{leave}}', 5],
    ['an import', 'Hi\n\nimport x from "../api/x.js"', 7],
    ['an export', 'export const price = 12\n\nHi', 5],
  ])('%s in a file with the ending .mdx is reported with its line', (_what, body, line) => {
    expect(errorOf(letter(body), 'launch.mdx')).toBe(`OwnerError: launch.mdx, line ${line}: ${MDX}`)
  })

  test('in MDX is found neither in plain sentences nor in code', () => {
    const body =
      '# import it\n\nWe import it\n\nWe *did* import and\nexport `{a}`. *We* import\n\n*a*import b\n\n```\n{b}\n```'
    expect(errorOf(letter(body), 'launch.mdx')).toBe('no error')
  })

  test.each([
    ['a list', 'subject: x\ntags: [', 3, 'tags is unknown. The front matter has a subject only.'],
    ['no key', '# a remark\n\nx', 4, 'expected one line: subject: Your subject'],
    [
      'a subject of two lines',
      'subject: >\n  We open',
      3,
      'expected one line: subject: Your subject',
    ],
    ['two subjects', 'subject: x\nsubject: y', 3, 'a letter has one subject.'],
    [
      'a long subject',
      `subject: ${'x'.repeat(201)}`,
      2,
      'the subject has more than 200 characters.',
    ],
    [
      'an escape',
      'subject: "two\\nlines"',
      2,
      'a \\ in quotes is for \\" and \\\\ only. Leave the quotes out.',
    ],
  ])('%s in the front matter is reported with its line', (_what, frontMatter, line, sentence) => {
    expect(errorOf(`---\n${frontMatter}\n---\n`)).toBe(
      `OwnerError: launch.md, line ${line}: ${sentence}`,
    )
  })

  test('a further key of the front matter is refused with its line', () => {
    expect(errorOf('---\nsubject: x\n\npreview: y\n---\n')).toBe(
      'OwnerError: launch.md, line 4: preview is unknown. The front matter has a subject only.',
    )
  })

  test('a key that ends with the word subject is another key', () => {
    expect(errorOf('---\nsubject: x\nold subject: {a: b}\n---\n')).toBe(
      'OwnerError: launch.md, line 3: old subject is unknown. The front matter has a subject only.',
    )
  })

  test.each(['', '# Hi', '---\n# a remark\n---\n', letter('Hi', ''), letter('Hi', '"  "')])(
    'no subject: %j is refused with the lines to begin with',
    (source) => {
      expect(errorOf(source)).toBe(
        'OwnerError: launch.md has no subject. Begin it with three lines: ---, subject: Your subject, ---.',
      )
    },
  )

  test('a subject of 200 characters is accepted', () => {
    expect(readLetter('launch.md', letter('Hi', 'x'.repeat(200))).subject).toHaveLength(200)
  })
})

describe('a letter of a site', () => {
  const SITE = {
    origin: 'https://shop.example',
    pages: ['/', '/pricing'],
    files: ['/pictures/a%20b.png', '/kit.pdf'],
  }
  const mistakeOf = (body: string) => {
    try {
      readLetter('launch.md', letter(`Hi\n\n${body}`), SITE)
      return undefined
    } catch (error) {
      return String(error)
    }
  }

  test.each([
    '[a](/)',
    '[a](/pricing) [b](pricing) [c](/pricing/) [d](/pricing?ref=x#plans) [e](#top)',
    '[a](https://shop.example/pricing) [b](https://shop.example)',
    '[a](/kit.pdf)',
    '![a](</pictures/a b.png>) ![b](https://shop.example/pictures/a%20b.png)',
    '[a](https://other.example/nothing) ![b](https://cdn.example/x.png) [c](mailto:a@shop.example)',
  ])('may have %s', (body) => {
    expect(mistakeOf(body)).toBeUndefined()
  })

  test.each([
    ['[a](/prices)', 'the site has no page /prices.'],
    ['[a](https://shop.example/prices)', 'the site has no page /prices.'],
    ['[a][1]\n\n[1]: /prices', 'the site has no page /prices.'],
    [
      '![a](/b.png)',
      'the site has no picture /b.png. Put it into web/public and build the site again.',
    ],
    [
      '![a](/pricing)',
      'the site has no picture /pricing. Put it into web/public and build the site again.',
    ],
  ])('%s is reported with its line', (body, sentence) => {
    expect(mistakeOf(body)).toBe(`OwnerError: launch.md, line 7: ${sentence}`)
  })
})

describe('an announcement', () => {
  const announce = {
    subject: '{{subject}}',
    html: '<title>{{subject}}</title>{{body}}<a href="{{leave}}">Leave</a>',
    text: '{{body}}\n\nLeave: {{leave}}',
  }
  const announced = (source: string, styles = {}) =>
    makeAnnouncement(
      readLetter('launch.md', source),
      { announce, styles } as Parameters<typeof makeAnnouncement>[1],
      'https://shop.example',
    )

  test('is the letter in the frame of the site, with the placeholders of links', () => {
    const source = letter('See [our plans](/plans).', 'We open & more')
    expect(announced(source, { p: 'margin:0' })).toEqual({
      id: expect.stringMatching(/^[\da-f]{16}$/),
      subject: 'We open & more',
      html:
        '<title>We open &amp; more</title><p style="margin:0">See ' +
        '<a href="https://shop.example/plans">our plans</a>.</p><a href="{{leave}}">Leave</a>',
      text: 'See our plans <https://shop.example/plans>.\n\nLeave: {{leave}}',
    })
  })

  test('has a text with the words of pictures, short lines, plain headings and tables', () => {
    const word = 'abcdefghi'
    const body = `# One\n\n## Two\n\n### Three\n\n#### Four\n\n##### Five\n\n###### Six\n\n![Our shop](/x.png) ![](/y.png)\n\n${Array.from({ length: 12 }, () => word).join(' ')}\n\n|A|B|\n|-|-|\n|1|2|\n\n[https://a.example](https://a.example)`
    const { text } = announced(letter(body))
    expect(text.split('\n').filter((line) => line !== '')).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
      'Five',
      'Six',
      'Our shop',
      Array.from({ length: 7 }, () => word).join(' '),
      Array.from({ length: 5 }, () => word).join(' '),
      'A   B',
      '1   2',
      'https://a.example',
      'Leave: {{leave}}',
    ])
  })

  test('keeps the words of a table’s head as they are in its text', () => {
    const { text } = announced(letter('| Plan | {{first_name\\|you}} |\n|-|-|\n|1|2|'))
    expect(text).toMatch(/^Plan {3}\{\{first_name\|you\}\}\n/)
  })

  test('stays the same one when the look changes, and not when the letter does', () => {
    const { id } = announced(letter('Hi'))
    expect(announced(letter('Hi'), { p: 'color:red' }).id).toBe(id)
    expect(announced(letter('Ho')).id).not.toBe(id)
    expect(announced(letter('Hi', 'Other')).id).not.toBe(id)
  })

  test('keeps placeholders in its words for the links of the person who gets it', () => {
    const { html, text } = announced(letter('{{leave}} or {{data}}'))
    expect(html).toContain('<p>{{leave}} or {{data}}</p>')
    expect(text).toMatch(/^\{\{leave\}\} or \{\{data\}\}\n/)
  })
})
