import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A line that visitors read: its place, such as `web/content/home.ts:12`, and its text. */
export interface Line {
  readonly place: string
  readonly text: string
}

const FILES = [
  'web/content/**/*.{ts,mdx,md}',
  'web/pictures/*.svg',
  'contract/{words,error-sentences,fields,consent}.ts',
]

/**
 * Matches a label's text, or a quoted string with a space or with a lowercase letter after a capital, which keys and
 * paths lack.
 */
const QUOTED =
  /(?:accentName =|figure:|label:|optional:) '|(['`])(?!\/|[A-Z]+\1)(?:\p{Lu}|[^'`]*[\p{L}…] [\p{L}$(])[^'`]*\1/u

const isProse = (line: string): boolean =>
  /\p{L}{2}|\p{Sc}/u.test(line.replace(/\{[^}]*(?:\}|$)/g, '')) &&
  !/^(?:import|export|id:|date:|image:|sample:|after:)/.test(line)
const isCode = (line: string): boolean => QUOTED.test(line) && !/^(?:\/?\*|\/\/|import)/.test(line)

/** Removes earlier consent texts: people agreed to them, so they stay as they are. */
const current = (source: string): string => source.split('EARLIER_TEXTS = ', 1)[0] ?? ''

/** Returns the lines that contain words for visitors. */
export function wordsOf(root: string): Line[] {
  return globSync(FILES, { cwd: root })
    .sort()
    .filter((file) => !file.includes('.test.') && !file.endsWith('.d.ts'))
    .flatMap((file) => {
      const isTypeScript = file.endsWith('.ts')
      const source = current(readFileSync(join(root, file), 'utf8'))
      return (isTypeScript ? source : source.replace(/<[^>]*>/g, ' '))
        .split('\n')
        .map((line, index) => ({ place: `${file}:${index + 1}`, text: line.trim() }))
        .filter(({ text }) => (isTypeScript ? isCode(text) : isProse(text)))
    })
}

/** Returns whether a language is English, the language of the sample's words. */
export const isEnglish = (language: string): boolean => new Intl.Locale(language).language === 'en'

const hash = ({ text }: Line): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** A file with a hash of every line of the sample's words. */
export const RECORD = 'tools/docs/sample-words.txt'

export const recordOf = (lines: readonly Line[]): string =>
  `${[...new Set(lines.map(hash))]
    .sort()
    .join(' ')
    .replace(/(.{116}) /g, '$1\n')}\n`

/** Returns the lines that the record contains. */
export function unchanged(root: string, lines: readonly Line[]): Line[] {
  const record = new Set(readFileSync(join(root, RECORD), 'utf8').split(/\s/))
  return lines.filter((line) => record.has(hash(line)))
}
