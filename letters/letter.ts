import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Element, Root as Html } from 'hast'
import type { Root as Markdown, Nodes } from 'mdast'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { addCondition, type Conditions } from '../contract/conditions.ts'
import { isDay } from '../contract/format.ts'
import { OwnerError } from '../contract/owner-error.ts'
import { FOOTNOTES } from '../contract/words.ts'
import { checkAddresses, SCHEMES, schemeOf } from './letter-addresses.ts'
import {
  checkPlaceholders,
  encodePlaceholders,
  fillAllPlaceholders,
  hasPlaceholder,
  linkPlaceholder,
} from './placeholders.ts'

/** A letter in Markdown, with its subject in the front matter. */
export interface Letter {
  readonly subject: string
  /** The other lines of the front matter. */
  readonly schedule: Schedule
  /** Whether the letter becomes a page on the site once it has been sent. */
  readonly isPublic: boolean
  /** The day it was sent, in ISO 8601, once the owner has added it to the front matter. */
  readonly sent: string | undefined
  /** Returns the body's HTML: styled, or as Markdown produces it. */
  render(look?: Look): string
}

/** When and to whom the worker sends a letter after the confirmation. */
export interface Schedule {
  /** Days after the confirmation. Without this, the owner announces the letter. */
  readonly days?: number
  /** The number of friends at which a person gets the letter. */
  readonly friends?: number
  readonly until: 'invited' | 'always'
  readonly where: Conditions
}

/** How a letter is styled, and which site its relative links point to. */
interface Look {
  /** The `style` attribute for each HTML element. */
  readonly styles: Readonly<Record<string, string>>
  /** This origin is added to links and pictures that have none. */
  readonly origin: string
}

const reader = unified().use(remarkParse).use(remarkGfm).use(remarkRehype, FOOTNOTES).freeze()
const writer = unified().use(rehypeStringify).freeze()

/** Collects mistakes, so that one error can report them all. */
type Report = (line: number, sentence: string) => void

const lineOf = (node: Nodes | Element): number => node.position?.start.line ?? 1

function refuseHtml(tree: Markdown, report: Report): void {
  visit(tree, 'html', (node) =>
    report(
      lineOf(node),
      'a letter is Markdown and cannot contain HTML. Write \\< for the character <.',
    ),
  )
}

/**
 * Allows placeholders in text, and those for links also as the whole address of a link. An answer in an address could
 * point the link to another site.
 */
function placePlaceholders(tree: Html, report: Report): void {
  visit(tree, 'element', (element) => {
    const { href, ...others } = element.properties
    const link = linkPlaceholder(String(href))
    if (link) element.properties['href'] = link
    const attributes = Object.values(link ? others : element.properties).map(String)
    if (attributes.some(hasPlaceholder)) {
      report(
        lineOf(element),
        'a link or a picture cannot contain a placeholder. Only {{leave}} and {{data}} can be the address of a link.',
      )
    }
  })
  visit(tree, 'text', (node) => {
    node.value = encodePlaceholders(node.value)
  })
}

/** Replaces each placeholder with the words after its |, because a page has no recipient. */
export const fillWithWords = () => (tree: Markdown) =>
  visit(tree, ['text', 'inlineCode', 'code'], (node) => {
    if ('value' in node) node.value = fillAllPlaceholders(encodePlaceholders(node.value), {})
  })

/** Markdown encodes braces in an address, so only a placeholder begins with one. */
const absolute = (address: string, origin: string): string =>
  schemeOf(address) || /^[#{]/.test(address) ? address : new URL(address, origin).href

/**
 * Adds styles, and makes addresses absolute. A cell's alignment comes last in its style, which would otherwise override
 * the `align` attribute.
 */
function dress({ tagName, properties }: Element, { styles, origin }: Look): void {
  const { align } = properties
  for (const name of Object.keys(SCHEMES)) {
    if (name in properties) properties[name] = absolute(String(properties[name]), origin)
  }
  const style = [styles[tagName], align && `text-align:${align}`].filter(Boolean).join(';')
  if (style) properties['style'] = style
}

/**
 * Matches the front matter. It is not parsed as YAML, where a # would cut off the subject and a date would not be a
 * string.
 */
const FRONT_MATTER =
  /^---[ \t]*\r?\n((?: *(?:subject|after|when|until|where|public|sent):.*\r?\n)+)---[ \t]*(?:\r?\n|$)/i

/** Returns the values of a name in the front matter, with their line numbers. */
const valuesOf = (frontMatter: string, wanted: string) =>
  frontMatter.split('\n').flatMap((text, index) => {
    const [, name = '', value = ''] = /^ *(\w+):(.*)$/.exec(text.trimEnd()) ?? []
    return name.toLowerCase() === wanted ? [{ value: value.trim(), line: index + 2 }] : []
  })

const DAYS: Readonly<Record<string, number>> = { d: 1, w: 7 }

function readSchedule(frontMatter: string, report: Report): Schedule {
  const [after, when, until] = ['after', 'when', 'until'].map(
    (name) => valuesOf(frontMatter, name)[0],
  )
  const [, friends] = /^friends\s*>=\s*([1-9]\d{0,5})$/i.exec(when?.value ?? '') ?? []
  if (when && friends === undefined) {
    report(when.line, `when: ${when.value}: expected a line such as when: friends>=3.`)
  }
  if (when && after) report(when.line, 'a letter may have after: or when:, but not both.')
  const [, amount, unit = 'd'] = /^(0|\d{1,3}(?=[dw]))([dw])?$/.exec(after?.value ?? '0') ?? []
  if (after && amount === undefined) {
    report(after.line, `after: ${after.value}: expected 0, or days or weeks such as 3d or 2w.`)
  }
  if (until && until.value !== 'invited' && until.value !== 'always') {
    report(until.line, `until: ${until.value}: expected invited or always.`)
  }
  let where: Conditions = []
  const wheres = valuesOf(frontMatter, 'where')
  if (!after && !when) {
    for (const { line } of [...(until ? [until] : []), ...wheres]) {
      report(
        line,
        'until: and where: work only with a line such as after: 3d or when: friends>=3. In an announcement, use --where.',
      )
    }
  }
  for (const { value, line } of wheres) {
    try {
      where = addCondition(value, where)
    } catch (error) {
      if (!(error instanceof OwnerError)) throw error
      report(line, error.message.replace('--where', 'where:'))
    }
  }
  return {
    ...(after && { days: Number(amount) * (DAYS[unit] ?? 1) }),
    ...(when && { days: 0, friends: Number(friends) }),
    until: until?.value === 'always' ? 'always' : 'invited',
    where,
  }
}

/** Returns today's date in UTC+14, the time zone that is furthest ahead. */
const latestDay = (): string => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)

function readPublication(frontMatter: string, report: Report): Pick<Letter, 'isPublic' | 'sent'> {
  const [marks, sent, after, when] = ['public', 'sent', 'after', 'when'].map(
    (name) => valuesOf(frontMatter, name)[0],
  )
  if (marks && marks.value !== 'true') {
    report(marks.line, `public: ${marks.value}: expected true. Otherwise, remove the line.`)
  }
  if (marks && (after || when)) {
    report(marks.line, 'a letter with a line after: or when: cannot be public.')
  }
  if (sent && !marks) report(sent.line, 'sent: needs the line public: true.')
  if (sent && !isDay(sent.value)) {
    report(sent.line, `sent: ${sent.value}: expected a day such as 2026-11-29.`)
  } else if (sent && sent.value > latestDay()) {
    report(
      sent.line,
      `sent: ${sent.value} is in the future. Add this line once the letter is sent.`,
    )
  }
  return { isPublic: marks !== undefined, sent: sent?.value }
}

/** Matches quotes around the whole subject, which people write out of habit from YAML. */
const QUOTED = /^(["'])((?:(?!\1).)*)\1$/

function readSubject(file: string, frontMatter: string): string {
  const subject = valuesOf(frontMatter, 'subject')[0]?.value.replace(QUOTED, '$2').trim()
  if (subject) return subject
  throw new OwnerError(
    `${file} has no subject. Begin it with three lines: ---, subject: Your subject, ---.`,
  )
}

/**
 * Reads a letter, without running any code in it.
 * @throws OwnerError that lists all mistakes with their line numbers
 */
export function readLetter(path: string, source: string): Letter {
  const file = basename(path)
  const [whole = '', frontMatter = ''] = FRONT_MATTER.exec(source) ?? []
  const subject = readSubject(file, frontMatter)
  const mistakes = new Map<string, number>()
  const report: Report = (line, sentence) =>
    void mistakes.set(`${file}, line ${line}: ${sentence}`, line)
  const schedule = readSchedule(frontMatter, report)
  const publication = readPublication(frontMatter, report)
  // Empty lines replace the front matter, so that line numbers stay correct.
  const markdown = reader.parse(whole.replaceAll(/[^\n]/g, '') + source.slice(whole.length))
  refuseHtml(markdown, report)
  checkPlaceholders(source, report, publication.isPublic)
  const body = reader.runSync(markdown)
  checkAddresses(body, (element, sentence) => report(lineOf(element), sentence))
  placePlaceholders(body, report)
  if (mistakes.size > 0) {
    const inOrder = [...mistakes].toSorted(([, one], [, other]) => one - other)
    throw new OwnerError(inOrder.map(([sentence]) => sentence).join('\n'))
  }
  return {
    subject: encodePlaceholders(subject),
    schedule,
    ...publication,
    render(look) {
      const tree = structuredClone(body)
      if (look) visit(tree, 'element', (element) => dress(element, look))
      return writer.stringify(tree)
    },
  }
}

/** Matches control characters except line breaks and tabs. */
const CONTROL = /(?![\t\r\n])\p{Cc}/u

/** Reads a letter from a file. If `bytes` are given, `path` is used only in error messages. */
export function openLetter(path: string, bytes: Uint8Array = readFileSync(path)): Letter {
  const file = basename(path)
  if (!isUtf8(bytes)) throw new OwnerError(`${file} is not in UTF-8. Save it as UTF-8.`)
  // Some editors add a byte order mark.
  const source = new TextDecoder().decode(bytes)
  const control = source.search(CONTROL)
  if (control < 0) return readLetter(path, source)
  const line = source.slice(0, control).split('\n').length
  throw new OwnerError(`${file}, line ${line} contains a control character. Delete it.`)
}
