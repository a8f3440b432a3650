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
import { OwnerError } from '../contract/owner-error.ts'
import { checkAddresses, SCHEMES, schemeOf } from './letter-addresses.ts'
import { checkPlaceholders, encodePlaceholders, hasPlaceholder } from './placeholders.ts'

/** A letter in Markdown, with its subject in the front matter. */
export interface Letter {
  readonly subject: string
  /** Returns the HTML of its body, without a look as Markdown gives it. */
  render(look?: Look): string
}

/** What is added to the elements of a letter. */
interface Look {
  /** The `style` attribute of each HTML element. */
  readonly styles: Readonly<Record<string, string>>
  /** Links and pictures without an origin get this one. */
  readonly origin: string
}

const reader = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).freeze()
const writer = unified().use(rehypeStringify).freeze()

/** Notes a mistake, so that all of them are refused together. */
type Report = (line: number, sentence: string) => void

const lineOf = (node: Nodes | Element): number => node.position?.start.line ?? 1

function refuseHtml(tree: Markdown, report: Report): void {
  visit(tree, 'html', (node) =>
    report(lineOf(node), 'a letter is Markdown and has no HTML. Write \\< for the sign <.'),
  )
}

/** Answers are put into words only: in an address, an answer could lead elsewhere. */
function placePlaceholders(tree: Html, report: Report): void {
  visit(tree, 'element', (element) => {
    const attributes = Object.values(element.properties).map(String)
    if (attributes.some(hasPlaceholder)) {
      report(lineOf(element), 'a link or a picture can have no placeholder.')
    }
  })
  visit(tree, 'text', (node) => {
    node.value = encodePlaceholders(node.value)
  })
}

const absolute = (address: string, origin: string): string =>
  schemeOf(address) || address.startsWith('#') ? address : new URL(address, origin).href

/** The alignment of a table's cell comes last, because a style overrides the attribute. */
function dress({ tagName, properties }: Element, { styles, origin }: Look): void {
  const { align } = properties
  for (const name of Object.keys(SCHEMES)) {
    if (name in properties) properties[name] = absolute(String(properties[name]), origin)
  }
  const style = [styles[tagName], align && `text-align:${align}`].filter(Boolean).join(';')
  if (style) properties['style'] = style
}

/** Three lines. They are not read as YAML, where a # would end the subject, and a date would be no text. */
const FRONT_MATTER = /^---[ \t]*\r?\n *subject:(.*)\r?\n---[ \t]*(?:\r?\n|$)/i

/** Quotes around the whole subject, which YAML would need, are not part of it. */
const QUOTED = /^(["'])((?:(?!\1).)*)\1$/

function readSubject(file: string, frontMatter: string | undefined): string {
  const subject = frontMatter?.trim().replace(QUOTED, '$2').trim()
  if (subject) return subject
  throw new OwnerError(
    `${file} has no subject. Begin it with three lines: ---, subject: Your subject, ---.`,
  )
}

/**
 * Reads a letter. Nothing in it runs.
 * @throws OwnerError with the lines of all mistakes
 */
export function readLetter(path: string, source: string): Letter {
  const file = basename(path)
  const [whole = '', frontMatter] = FRONT_MATTER.exec(source) ?? []
  const subject = readSubject(file, frontMatter)
  const mistakes = new Map<string, number>()
  const report: Report = (line, sentence) =>
    void mistakes.set(`${file}, line ${line}: ${sentence}`, line)
  // empty lines keep the numbers of the others
  const markdown = reader.parse(`\n\n\n${source.slice(whole.length)}`)
  refuseHtml(markdown, report)
  checkPlaceholders(source, report)
  const body = reader.runSync(markdown)
  checkAddresses(body, (element, sentence) => report(lineOf(element), sentence))
  placePlaceholders(body, report)
  if (mistakes.size > 0) {
    const inOrder = [...mistakes].toSorted(([, one], [, other]) => one - other)
    throw new OwnerError(inOrder.map(([sentence]) => sentence).join('\n'))
  }
  return {
    subject: encodePlaceholders(subject),
    render(look) {
      const tree = structuredClone(body)
      if (look) visit(tree, 'element', (element) => dress(element, look))
      return writer.stringify(tree)
    },
  }
}

/** Line breaks and tabs are no mistakes. */
const CONTROL = /(?![\t\r\n])\p{Cc}/u

/** As `readLetter`, from a file. */
export function openLetter(path: string): Letter {
  const [file, bytes] = [basename(path), readFileSync(path)]
  if (!isUtf8(bytes)) throw new OwnerError(`${file} is not in UTF-8. Save it as UTF-8.`)
  // without the mark at its start, which some editors write
  const source = new TextDecoder().decode(bytes)
  const control = source.search(CONTROL)
  if (control < 0) return readLetter(path, source)
  const line = source.slice(0, control).split('\n').length
  throw new OwnerError(`${file}, line ${line}: there is a control character. Delete it.`)
}
