import { readFileSync } from 'node:fs'

const README = new URL('../../README.md', import.meta.url)

/** The one line of the README that has these words: what is promised there is what is tested. */
export function readmeLine(words: string): string {
  const lines = readFileSync(README, 'utf8').split('\n')
  const [line, ...others] = lines.filter((text) => text.includes(words))
  if (line === undefined || others.length > 0) {
    throw new Error(`Lines of the README with "${words}": ${others.length + (line ? 1 : 0)}`)
  }
  return line.trim()
}

/** The statement for psql on that line, which asks for an address, as a query with parameters. */
export function readmeStatement(words: string): string {
  const [, statement] = /"(.+)"/.exec(readmeLine(words)) ?? []
  if (!statement?.includes(":'email'")) throw new Error(`It asks for no address: ${statement}`)
  return statement.replaceAll(":'email'", '$1').replaceAll(":'value'", '$2')
}

/** The shell commands below one of the README's headings, a string for each block of them. */
export function readmeCommands(heading: string): string[] {
  const [, ...sections] = readFileSync(README, 'utf8').split(/^#+ /m)
  const section = sections.find((text) => text.startsWith(`${heading}\n`))
  const blocks = section?.matchAll(/^```sh\n(.*?)^```/gms) ?? []
  const commands = [...blocks].map(([, block = '']) => block)
  if (commands.length === 0) throw new Error(`The README has no commands below "${heading}".`)
  return commands
}
