import { createHash } from 'node:crypto'
import { convert } from 'html-to-text'
import { html } from './html.ts'
import type { Letter } from './letter.ts'
import type { MailTemplate, MailTemplates } from './mail-templates.ts'
import { PAGE_LINK } from './placeholders.ts'
import { fill } from './templates.ts'
import { formatTable } from './text-table.ts'

/** A letter in the brand's look, with placeholders for its links. */
export interface FramedLetter extends MailTemplate {
  /** A hash of the letter's words, so that a new design does not make it a different letter. */
  readonly id: string
}

const WIDTH = 76

const toText = (markup: string): string =>
  convert(markup, {
    wordwrap: WIDTH,
    formatters: {
      alt: ({ attribs }, _walk, builder) => builder.addInline(attribs.alt ?? ''),
      table: formatTable,
    },
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
      { selector: 'img', format: 'alt' },
      { selector: 'table', format: 'table' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  })

/**
 * Stands in for the site's address while a letter is rendered. Afterwards, `{{site}}` takes its place until the letter
 * is sent.
 */
const SITE = 'https://site.invalid'

const withPlaceholder = (rendered: string): string => rendered.replaceAll(SITE, '{{site}}')

/** Returns the id that the database and the site use for a letter. */
export const idOf = ({ subject, render }: Letter): string =>
  createHash('sha256').update(`${subject}\n${render()}`).digest('hex').slice(0, 16)

export function frameLetter(
  letter: Letter,
  { announce: frame, styles }: Pick<MailTemplates, 'announce' | 'styles'>,
): FramedLetter {
  const { subject, isPublic, render } = letter
  const body = render({ styles, origin: SITE })
  const end = isPublic ? PAGE_LINK : ''
  return {
    // The id must not depend on the look, which an upgrade may change while the letter is being sent.
    id: idOf(letter),
    ...fill(
      frame,
      { subject, body: withPlaceholder(toText(body)) + end },
      { subject: html`${subject}`.text, body: withPlaceholder(body) + end },
    ),
  }
}
