import { describe, expect, test } from 'vitest'
import { makeAnnouncement } from '../../../../api/src/mail/announcement.ts'
import { readLetter } from '../../../../api/src/mail/letter.ts'

const letter = (body: string, subject = 'We open'): string =>
  `---\nsubject: ${subject}\n---\n\n${body}\n`

const PLAIN = { styles: {}, origin: 'https://shop.example' }

/** The HTML of a letter in MDX. */
const htmlOf = async (body: string, look = PLAIN): Promise<string> =>
  (await readLetter('launch.mdx', letter(body))).render(look)

const errorOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: Error) => `${error.name}: ${error.message}`,
  )

describe('a letter', () => {
  test('in MDX has the HTML of its elements, expressions and tables', async () => {
    const body = 'export const price = 12\n\n# Hi *you*\n\nIt is {price}.\n\n|A|\n|-|\n|1|'
    expect(await htmlOf(body)).toBe(
      '<h1>Hi <em>you</em></h1>\n<p>It is 12.</p>\n' +
        '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
    )
  })

  test('in Markdown may have braces and angle brackets', async () => {
    const { render } = await readLetter('/home/ada/launch.md', letter('1 < 2 {braces}'))
    expect(await render(PLAIN)).toBe('<p>1 &lt; 2 {braces}</p>')
  })

  test('can define its own components, whose elements have the look as well', async () => {
    const body = 'export const Note = ({ children }) => <b>{children}</b>\n\n<Note>Hi</Note>'
    const look = { ...PLAIN, styles: { b: 'color:red' } }
    expect(await htmlOf(body, look)).toBe('<b style="color:red">Hi</b>')
  })

  test('gives its own components their properties unchanged', async () => {
    const body = 'export const Show = ({ href }) => <b>{href}</b>\n\n<Show href="/plans" />'
    expect(await htmlOf(body)).toBe('<b>/plans</b>')
  })

  test('gets the origin for its links and pictures without one', async () => {
    const body =
      '[a](/plans) [b](https://a.example/) [c](//cdn.example/) [d](#top) [e](plans) ![f](/f.png)'
    expect(await htmlOf(body)).toContain(
      '<p><a href="https://shop.example/plans">a</a> <a href="https://a.example/">b</a> ' +
        '<a href="//cdn.example/">c</a> <a href="#top">d</a> <a href="plans">e</a> ' +
        '<img src="https://shop.example/f.png" alt="f"/></p>',
    )
  })

  test('gets the style of each element, and its own style comes last', async () => {
    const look = { ...PLAIN, styles: { p: 'margin:0;color:blue;-webkit-hyphens:none' } }
    expect(await htmlOf('<p style={{ color: "red" }}>a <i>b</i></p>', look)).toBe(
      '<p style="margin:0;color:red;-webkit-hyphens:none">a <i>b</i></p>',
    )
  })

  test('without a mistake warns about nothing and has its subject', async () => {
    const { subject } = await readLetter('launch.mdx', letter('Hi', '  We open & more '))
    expect(subject).toBe('We open & more')
  })
})

describe('a mistake in a letter', () => {
  const IN_LINE = 'launch.mdx, line'

  test.each([
    ['an unclosed element', 'Hi\n\n<b>x', `${IN_LINE} 7: Expected a closing tag for \`<b>\``],
    ['an unclosed brace', 'Hi {1+', `${IN_LINE} 5: Unexpected end of file in expression`],
    ['an unknown name', 'Hi\n\n{price.month}', `${IN_LINE} 7: price is not defined.`],
    ['an unknown name on the first line', '{price}\n\nHi', `${IN_LINE} 5: price is not defined.`],
    [
      'an error of its own code',
      'export const f = (price) => {\n  const text = ""\n\n  return text + price.month\n}\n\n{f()}',
      `${IN_LINE} 8: Cannot read properties of undefined (reading 'month').`,
    ],
    [
      'an error with a message of two lines',
      '{(() => { throw new Error("no\\nsecond line") })()}',
      `${IN_LINE} 5: no.`,
    ],
    [
      'an error that already ends with a full stop',
      '{(() => { throw new Error("no such price.") })()}',
      `${IN_LINE} 5: no such price.`,
    ],
    [
      'an unknown component',
      'Hi\n\nHo\n\n<Price />',
      `${IN_LINE} 9: <Price> is no HTML element, and is not defined here.`,
    ],
    [
      'an import',
      'Hi\n\nimport x from "../x.js"\n\nHi',
      `${IN_LINE} 7: a letter cannot import or export from other files.`,
    ],
    [
      'an export from another file',
      'export const a = 1\n\nexport { x } from "../x.js"\n\nHi',
      `${IN_LINE} 7: a letter cannot import or export from other files.`,
    ],
  ])('%s is told in a sentence with its line', async (_what, body, sentence) => {
    expect(await errorOf(htmlOf(body))).toContain(`OperatorError: ${sentence}`)
  })

  test('in the front matter has its line', async () => {
    const source = '---\nsubject: x\ntags: [\n---\n'
    const error = await errorOf(readLetter('launch.mdx', source))
    expect(error).toMatch(/^OperatorError: launch\.mdx, line 3: Flow sequence .* end with a \]\.$/)
  })

  test('in code without a line is told with the name of the file', async () => {
    const body =
      'export const fail = () => { throw Object.assign(new Error("odd:"), { stack: "" }) }\n\n{fail()}'
    expect(await errorOf(htmlOf(body))).toBe('OperatorError: launch.mdx: odd.')
  })

  test.each(['# Hi', '---\ntitle: x\n---\n', letter('Hi', '"  "'), letter('Hi', '7')])(
    'no subject: %j is refused with the lines to begin with',
    async (source) => {
      expect(await errorOf(readLetter('drafts/launch.mdx', source))).toBe(
        'OperatorError: launch.mdx has no subject. Begin it with three lines: ---, subject: Your subject, ---.',
      )
    },
  )

  test.each(['"two\\nlines"', `"${'x'.repeat(201)}"`])(
    'the subject %s is refused, because it must be one line of up to 200 characters',
    async (subject) => {
      expect(await errorOf(readLetter('launch.mdx', letter('Hi', subject)))).toBe(
        'OperatorError: launch.mdx: the subject must be one line of up to 200 characters.',
      )
    },
  )

  test('a subject of 200 characters is accepted', async () => {
    const { subject } = await readLetter('launch.mdx', letter('Hi', 'x'.repeat(200)))
    expect(subject).toHaveLength(200)
  })
})

describe('an announcement', () => {
  const announce = {
    subject: '{{subject}}',
    html: '<title>{{subject}}</title>{{body}}<a href="{{leave}}">Leave</a>',
    text: '{{body}}\n\nLeave: {{leave}}',
  }
  const announced = async (source: string, styles = {}) =>
    makeAnnouncement(
      await readLetter('launch.mdx', source),
      { announce, styles } as Parameters<typeof makeAnnouncement>[1],
      'https://shop.example',
    )

  test('is the letter in the frame of the site, with the placeholders of links', async () => {
    const source = letter('See [our plans](/plans).', 'We open & more')
    expect(await announced(source, { p: 'margin:0' })).toEqual({
      id: expect.stringMatching(/^[\da-f]{16}$/),
      subject: 'We open & more',
      html:
        '<title>We open &amp; more</title><p style="margin:0">See ' +
        '<a href="https://shop.example/plans">our plans</a>.</p><a href="{{leave}}">Leave</a>',
      text: 'See our plans <https://shop.example/plans>.\n\nLeave: {{leave}}',
    })
  })

  test('has a text without pictures, with short lines, plain headings and tables', async () => {
    const word = 'abcdefghi'
    const body = `# One\n\n## Two\n\n### Three\n\n#### Four\n\n##### Five\n\n###### Six\n\n![x](/x.png)\n\n${Array.from({ length: 12 }, () => word).join(' ')}\n\n|A|B|\n|-|-|\n|1|2|\n\n[https://a.example](https://a.example)`
    const { text } = await announced(letter(body))
    expect(text.split('\n').filter((line) => line !== '')).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
      'Five',
      'Six',
      Array.from({ length: 7 }, () => word).join(' '),
      Array.from({ length: 5 }, () => word).join(' '),
      'A   B',
      '1   2',
      'https://a.example',
      'Leave: {{leave}}',
    ])
  })

  test('stays the same one when the look changes, and not when the letter does', async () => {
    const { id } = await announced(letter('Hi'))
    expect((await announced(letter('Hi'), { p: 'color:red' })).id).toBe(id)
    expect((await announced(letter('Ho'))).id).not.toBe(id)
    expect((await announced(letter('Hi', 'Other'))).id).not.toBe(id)
  })
})
