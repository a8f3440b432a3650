import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes a page that redirects to a secret address and that only this account can read. Every account on a machine can
 * see the arguments of all processes, so the browser gets this file instead of the address. A sandboxed browser can
 * read below the home folder, but not below `/tmp`.
 */
export async function writeRedirect(url: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, `board-${randomUUID()}.html`)
  const html = `<!doctype html><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${url}">`
  await writeFile(file, html, { mode: 0o600, flag: 'wx' })
  return file
}
