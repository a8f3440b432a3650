import { SourceMap } from 'node:module'
import { basename } from 'node:path'
import { compile, run } from '@mdx-js/mdx'
import { createElement } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { renderToStaticMarkup } from 'react-dom/server'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMdxFrontmatter from 'remark-mdx-frontmatter'
import { SourceMapGenerator } from 'source-map'
import styleToObject from 'style-to-js'
import { OperatorError } from '../operator/operator-error.ts'

/** A letter in MDX or Markdown, with its subject in the front matter. */
export interface Letter {
  readonly subject: string
  /** Returns the HTML of its body. */
  render(look: Look): Promise<string>
}

/** What is added to the elements of a letter. */
interface Look {
  /** The `style` attribute of each HTML element. */
  readonly styles: Readonly<Record<string, string>>
  /** Links and pictures without an origin get this one. */
  readonly origin: string
}

const LONGEST_SUBJECT = 200

type Props = Readonly<Record<string, unknown>>

const absolute = (url: unknown, origin: string): unknown =>
  /^\/(?!\/)/.test(String(url)) ? `${origin}${url}` : url

/** A style in the letter itself comes last. */
function withLook(element: string, props: Props, { styles, origin }: Look): Props {
  const style = styles[element]
  return {
    ...props,
    ...('href' in props && { href: absolute(props['href'], origin) }),
    ...('src' in props && { src: absolute(props['src'], origin) }),
    ...(style && {
      style: { ...styleToObject(style, { reactCompat: true }), ...(props['style'] as object) },
    }),
  }
}

/** React's runtime for MDX in development, whose errors name the line. */
const runtimeOf = (look: Look) => ({
  Fragment,
  jsxDEV(type: React.ElementType, props: Props, key: React.Key | undefined, isStatic: boolean) {
    const make = isStatic ? jsxs : jsx
    return make(type, typeof type === 'string' ? withLook(type, props, look) : props, key)
  },
})

/** An error of the parser (`line`), of YAML (`linePos`), or of the letter's own code. */
interface LetterError {
  readonly message: string
  readonly stack?: string
  readonly reason?: string
  readonly line?: number
  readonly linePos?: readonly [{ readonly line: number }]
}

/** `new Function` puts these lines before the code. */
const HEAD = 2

/** The line of a letter in which its compiled code failed. */
function lineOfCode(stack: string, map: SourceMap): number | undefined {
  for (const [, line, column] of stack.matchAll(/<anonymous>:(\d+):(\d+)\)/g)) {
    const origin = map.findEntry(Number(line) - HEAD - 1, Number(column) - 1)
    if ('originalLine' in origin) return origin.originalLine + 1
  }
  return undefined
}

/** MDX names the position of a missing component at the end of its message. */
const MISSING_COMPONENT = /^Expected component `(\w+)` to be defined[\s\S]*`(\d+):/

/** Compiled code that imports fails before its first line. */
const IMPORT_FAILED = /options\.baseUrl/
const IMPORT = /^(?:import\b|export\b.*\bfrom\b)/

/** @returns undefined when an error of the letter's own code has no known line */
function lineOf(error: LetterError, source: string, map?: SourceMap): number | undefined {
  const { message, stack = '', line, linePos } = error
  if (linePos) return linePos[0].line + 1
  const [, , used] = MISSING_COMPONENT.exec(message) ?? []
  if (used) return Number(used)
  if (IMPORT_FAILED.test(message)) {
    return source.split('\n').findIndex((text) => IMPORT.test(text)) + 1
  }
  return line ?? (map && lineOfCode(stack, map))
}

function sentenceOf({ message, reason }: LetterError): string {
  const [, component] = MISSING_COMPONENT.exec(message) ?? []
  if (component) return `<${component}> is no HTML element, and is not defined here.`
  if (IMPORT_FAILED.test(message)) return 'a letter cannot import or export from other files.'
  const [sentence = ''] = (reason ?? message).split('\n')
  return `${sentence.replace(/(?: at line .*)?[.:]?$/, '')}.`
}

function readSubject(file: string, frontmatter: unknown): string {
  const subject = (frontmatter as { subject?: unknown } | undefined)?.subject
  const text = typeof subject === 'string' ? subject.trim() : ''
  if (text === '') {
    throw new OperatorError(
      `${file} has no subject. Begin it with three lines: ---, subject: Your subject, ---.`,
    )
  }
  if (/\p{Cc}/u.test(text) || text.length > LONGEST_SUBJECT) {
    throw new OperatorError(`${file}: the subject must be one line of up to 200 characters.`)
  }
  return text
}

/**
 * Reads a letter. Its expressions run in this process, so it must come from the operator.
 * @param path its ending decides between MDX and Markdown (`.md`)
 * @throws OperatorError with the line of a mistake
 */
export async function readLetter(path: string, source: string): Promise<Letter> {
  const file = basename(path)
  let map: SourceMap | undefined
  const explained = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const line = lineOf(error as LetterError, source, map)
      const place = line === undefined ? file : `${file}, line ${line}`
      throw new OperatorError(`${place}: ${sentenceOf(error as LetterError)}`)
    }
  }
  const code = await explained(() =>
    compile(
      { path, value: source },
      {
        development: true,
        outputFormat: 'function-body',
        remarkPlugins: [remarkFrontmatter, remarkGfm, remarkMdxFrontmatter],
        SourceMapGenerator,
      },
    ),
  )
  map = new SourceMap(code.map as ConstructorParameters<typeof SourceMap>[0])
  const load = (look: Look) => run(code, runtimeOf(look))
  const plain = { styles: {}, origin: '' }
  const { frontmatter } = await explained(() => load(plain))
  return {
    subject: readSubject(file, frontmatter),
    render: (look) =>
      explained(async () => renderToStaticMarkup(createElement((await load(look)).default))),
  }
}
