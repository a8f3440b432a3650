import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { mailFolder } from './mail-files.ts'

/** Matches a link in the text part: between < and >, or on its own without a final punctuation mark. */
const LINK = /(?<=<)https?:\/\/[^\s<>]+(?=>)|https?:\/\/[^\s<>]*[^\s<>.,;:!?'")\]]/g

/**
 * Reads the latest email that was written to a file.
 * @returns undefined if there is none
 */
export async function readNewestMail(dataDir: string) {
  const folder = mailFolder(dataDir)
  const names = await readdir(folder).catch(() => [])
  // File names begin with the time, so the last one is the latest.
  const newest = names
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .at(-1)
  if (newest === undefined) return undefined
  const file = join(folder, newest)
  const { to, subject = '', text = '' } = await PostalMime.parse(await readFile(file))
  const links = text.match(LINK) ?? []
  return { file, to: to?.[0]?.address ?? '', subject, links: [...new Set(links)] }
}
