import { readFileSync } from 'node:fs'

/** The shell commands below a heading of a docs page, one string for each code block. */
export function docsCommands(page: string, heading: string): string[] {
  const text = readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8')
  const [, ...sections] = text.split(/^#+ /m)
  const section = sections.find((each) => each.startsWith(`${heading}\n`))
  const blocks = section?.matchAll(/^```sh\n(.*?)^```/gms) ?? []
  const commands = [...blocks].map(([, block = '']) => block)
  if (commands.length === 0) throw new Error(`docs/${page}.md has no commands below "${heading}".`)
  return commands
}
