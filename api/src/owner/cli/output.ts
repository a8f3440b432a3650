import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify, styleText } from 'node:util'
import { OwnerError } from '../../../../contract/owner-error.ts'
import { printable, safe } from '../../system/format.ts'
import { environment } from '../../system/settings.ts'

function printTo(output: Writable, line: string): void {
  output.write(`${printable(line)}\n`)
}

/** Prints one line of the result to stdout. */
export const print = (line: string): void => printTo(process.stdout, line)

/** Prints a remark to stderr. */
export const note = (line: string): void => printTo(process.stderr, line)

/** Escapes control characters from U+007F on, which JSON keeps and a terminal would obey. */
const escapeControls = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\p{Bidi_Control}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export const toJson = (value: unknown): string => escapeControls(JSON.stringify(value, null, 2))

export const printJson = (value: unknown): void => print(toJson(value))

const colors = process.stdout.isTTY && !environment['NO_COLOR']

export const style = (format: Parameters<typeof styleText>[0], text: string): string =>
  colors ? styleText(format, text) : text

export const examples = (name: string, ...lines: readonly string[]): string =>
  [`\nExample${lines.length > 1 ? 's' : ''}:`, ...lines.map((line) => `  ${name} ${line}`)].join(
    '\n',
  )

export function table(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map(safe))
  const widths = (clean[0] ?? []).map((_, column) =>
    clean.reduce((widest, row) => Math.max(widest, (row[column] ?? '').length), 0),
  )
  return clean
    .map((row, index) => {
      const line = row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()
      return index === 0 ? style('bold', line) : line
    })
    .join('\n')
}

/** Resolves once the last chunk is written. */
async function write(output: Writable, chunks: AsyncIterable<string | Buffer>): Promise<void> {
  for await (const chunk of chunks) if (!output.write(chunk)) await once(output, 'drain')
  await promisify<string, void>(output.write.bind(output))('')
}

export const isStandardOutput = (file: string | undefined): boolean =>
  file === undefined || file === '-'

/**
 * Writes a result to standard output, or to a file that only its owner can read. A failure leaves the previous file
 * unchanged.
 */
export async function writeResult(
  path: string | undefined,
  chunks: AsyncIterable<string | Buffer>,
): Promise<void> {
  if (path === undefined || path === '-') return write(process.stdout, chunks)
  const present = await stat(path).catch(() => undefined)
  if (present?.isDirectory()) throw new OwnerError(`${path} is a folder. Name a file instead.`)
  // Writes to a pipe or a device directly, but replaces a file.
  if (present && !present.isFile()) return pipeline(chunks, createWriteStream(path))
  const file = present ? await realpath(path) : path
  const staging = `${file}.new`
  await rm(staging, { force: true })
  const handle = await open(staging, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new OwnerError(`There is no folder ${dirname(file)}. Create it first.`)
  })
  try {
    await pipeline(chunks, handle.createWriteStream({ flush: true }))
    await rename(staging, file)
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(staging, { force: true })
    throw error
  }
}
