import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './stack.ts'

/** The shell commands below one of the README's headings, a string for each block of them. */
export async function readmeCommands(heading: string): Promise<string[]> {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const [, ...sections] = readme.split(/^#+ /m)
  const section = sections.find((text) => text.startsWith(`${heading}\n`))
  const blocks = section?.matchAll(/^```sh\n(.*?)^```/gms) ?? []
  const commands = [...blocks].map(([, block = '']) => block)
  if (commands.length === 0) throw new Error(`The README has no commands below "${heading}".`)
  return commands
}
