/** Returns a function that turns rows into a Markdown table. */
export const table =
  (...head: readonly string[]) =>
  (rows: readonly (readonly string[])[]): string =>
    [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

const BLOCK = /(?<=<!-- (.+): npm run docs -->\n)[\s\S]*?(?=<!-- end -->)/g

/** Matches a number followed by the name of its constant, such as `90<!-- mails -->`. */
const NUMBER = /\d+(?=<!-- (\w+) -->)/g

type Values = Readonly<Record<string, string | number | undefined>>

/**
 * Fills generated tables and numbers into a handwritten page.
 * @throws for a name without a value
 */
export function fill(page: string, values: Values): string {
  const textOf = (name: string): string => {
    const value = values[name]
    if (value === undefined)
      throw new Error(`The docs use ${name}, which tools/docs does not define.`)
    return String(value)
  }
  return page
    .replace(BLOCK, (_, name: string) => `${textOf(name)}\n`)
    .replace(NUMBER, (_, name: string) => textOf(name))
}
