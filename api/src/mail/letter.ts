import { basename } from 'node:path'
import type { Element, Root as Html } from 'hast'
import type { Root as Markdown, Nodes } from 'mdast'
import rehypeStringify from 'rehype-stringify'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { OperatorError } from '../operator/operator-error.ts'
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

/** Reports a mistake in a line of the letter. */
type Refuse = (line: number, sentence: string) => never

const LONGEST_SUBJECT = 200

const reader = unified()
  .use(remarkParse)
  .use(remarkFrontmatter)
  .use(remarkGfm)
  .use(remarkRehype)
  .freeze()
const writer = unified().use(rehypeStringify).freeze()

const lineOf = (node: Nodes | Element): number => node.position?.start.line ?? 1

/** Without it, a letter that once ran as MDX would go out with its code as words. */
function refuseMdx(tree: Markdown, refuse: Refuse): void {
  visit(tree, 'text', (node, index, parent) => {
    const begins = parent?.type === 'paragraph' && index === 0
    const code = begins ? /\{|^(?:import|export)\s/.exec(node.value) : /\{/.exec(node.value)
    if (code) {
      const linesBefore = node.value.slice(0, code.index).split('\n').length - 1
      refuse(
        lineOf(node) + linesBefore,
        'a letter is Markdown, so MDX does not run. Name it .md to keep it as text.',
      )
    }
  })
}

function refuseHtml(tree: Markdown, refuse: Refuse): void {
  visit(tree, 'html', (node) =>
    refuse(lineOf(node), 'a letter is Markdown and has no HTML. Write \\< for the sign <.'),
  )
}

/** Mail programs open no others. */
const SCHEMES: Readonly<Record<string, readonly string[]>> = {
  href: ['http:', 'https:', 'mailto:', 'tel:'],
  src: ['http:', 'https:'],
}

const schemeOf = (address: string): string | undefined =>
  /^[a-z][a-z\d+.-]*:/i.exec(address)?.[0].toLowerCase()

function refuseAddresses(tree: Html, refuse: Refuse): void {
  visit(tree, 'element', (element) => {
    for (const [name, schemes] of Object.entries(SCHEMES)) {
      const address = String(element.properties[name] ?? '')
      const scheme = schemeOf(address)
      const what = name === 'src' ? 'picture' : 'link'
      if (!URL.canParse(address, 'https://site.example')) {
        refuse(lineOf(element), `the address of a ${what} is wrong: ${address}`)
      }
      if (scheme && !schemes.includes(scheme)) {
        refuse(lineOf(element), `a ${what} cannot begin with ${scheme} Use ${schemes.join(', ')}.`)
      }
    }
  })
}

/** Answers are put into words only: in an address, an answer could lead elsewhere. */
function placePlaceholders(tree: Html, refuse: Refuse): void {
  visit(tree, 'element', (element) => {
    const attributes = Object.values(element.properties).map(String)
    if (attributes.some(hasPlaceholder)) {
      refuse(lineOf(element), 'a link or a picture can have no placeholder.')
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

/** Reads the front matter. Its only key is the subject. */
function readSubject(tree: Markdown, file: string, refuse: Refuse): string {
  const [first] = tree.children
  const frontMatter = first?.type === 'yaml' ? first.value : ''
  const begin = /^subject:\s*\{/m.exec(frontMatter)
  if (begin) {
    const line = frontMatter.slice(0, begin.index).split('\n').length + 1
    refuse(line, 'write a subject that begins with {{ in quotes: subject: "{{first_name}}, hello".')
  }
  const lineCounter = new LineCounter()
  const { contents, errors } = parseDocument(frontMatter, {
    lineCounter,
    prettyErrors: false,
  })
  // the front matter begins below its dashes
  const lineAt = (offset: number) => lineCounter.linePos(offset).line + 1
  for (const { pos, message } of errors) refuse(lineAt(pos[0]), message.replace(/[.:]?$/, '.'))
  const subject: unknown = isMap(contents) ? contents.get('subject') : undefined
  const text = typeof subject === 'string' ? subject.trim() : ''
  if (text === '') {
    throw new OperatorError(
      `${file} has no subject. Begin it with three lines: ---, subject: Your subject, ---.`,
    )
  }
  if (/\p{Cc}/u.test(text) || text.length > LONGEST_SUBJECT) {
    throw new OperatorError(`${file}: the subject must be one line of up to 200 characters.`)
  }
  for (const { key } of isMap(contents) ? contents.items : []) {
    if (isScalar(key) && key.value !== 'subject') {
      refuse(
        lineAt(key.range?.[0] ?? 0),
        `${key.value} is unknown. The front matter has a subject only.`,
      )
    }
  }
  return text
}

/**
 * Reads a letter. Nothing in it runs.
 * @throws OperatorError with the line of a mistake
 */
export function readLetter(path: string, source: string): Letter {
  const file = basename(path)
  const refuse: Refuse = (line, sentence) => {
    throw new OperatorError(`${file}, line ${line}: ${sentence}`)
  }
  const markdown = reader.parse(source)
  const subject = readSubject(markdown, file, refuse)
  refuseHtml(markdown, refuse)
  if (file.endsWith('.mdx')) refuseMdx(markdown, refuse)
  checkPlaceholders(source, refuse)
  const body = reader.runSync(markdown)
  refuseAddresses(body, refuse)
  placePlaceholders(body, refuse)
  return {
    subject: encodePlaceholders(subject),
    render(look) {
      const tree = structuredClone(body)
      if (look) visit(tree, 'element', (element) => dress(element, look))
      return writer.stringify(tree)
    },
  }
}
