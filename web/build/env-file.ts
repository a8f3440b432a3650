import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { OwnerError } from '../../contract/owner-error.ts'

/** Matches a comment, an assignment or nothing. A comment after a value needs spaces on both sides of its `#`. */
const ENTRY =
  /[ \t]*(?:#.*|(?:export[ \t]+)?[A-Za-z_]\w*[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`|[^\s"'`#][^#\n]*)?[ \t]*(?:(?<=[ \t])#(?:[ \t].*)?)?)?(?:\n|$)/y

function explain(line: string): string {
  const [, name] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line) ?? []
  if (name === undefined) return 'expected NAME=value'
  return line.includes('#')
    ? `a comment begins at the # in ${name}: put the value into single quotes`
    : `expected ${name} to end with its closing quote: ${name}='value'`
}

/** Returns a message for each mistake. None repeats a value, which can be a password. */
function problemsOf(text: string): string[] {
  const problems: string[] = []
  for (let start = 0; start < text.length; ) {
    ENTRY.lastIndex = start
    if (ENTRY.test(text)) {
      start = ENTRY.lastIndex
      continue
    }
    const [line = ''] = text.slice(start).split('\n', 1)
    problems.push(`line ${text.slice(0, start).split('\n').length}: ${explain(line)}`)
    start += line.length + 1
  }
  return problems
}

/**
 * Sets variables from a `.env` file, unless they are set already. Node's own parser mistakes a byte order mark for part
 * of a name, and skips or truncates lines that it does not understand.
 * @throws OwnerError that lists every line with a mistake
 */
export function loadEnvFile(path: string): void {
  if (!existsSync(path)) return
  const text = readFileSync(path, 'utf8')
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
  const problems = problemsOf(text)
  if (problems.length > 0) throw new OwnerError(`${path} has mistakes: ${problems.join('\n  ')}`)
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value
}
