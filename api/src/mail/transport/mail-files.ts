import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const MAIL_FILE = /^[\dTZ.-]+Z-([\da-f-]{36})\.eml(?:\.new)?$/

/** The folder for emails that are written to files because no mail server is set. */
export const mailFolder = (dataDir: string): string => join(dataDir, 'mail')

export async function writeMailFile(folder: string, id: string, message: Buffer): Promise<void> {
  const time = new Date().toISOString().replaceAll(':', '-')
  const file = join(folder, `${time}-${id}.eml`)
  await writeFile(`${file}.new`, message, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** The folder is missing if the site has always had a mail server. */
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

/** Deletes the files of emails whose record is gone because the person was erased or the record expired. */
export async function forgetMailFiles(
  folder: string,
  findRecorded: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  const stored = (await namesIn(folder)).flatMap((file) => {
    const [, id] = MAIL_FILE.exec(file) ?? []
    return id === undefined ? [] : [{ id, file }]
  })
  const recorded = await findRecorded(stored.map(({ id }) => id))
  for (const { id, file } of stored) {
    if (!recorded.has(id)) await rm(join(folder, file), { force: true })
  }
}
