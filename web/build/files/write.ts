import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'

/** Files other than pages, by address. */
export type SiteFiles = Readonly<Record<string, string | Uint8Array>>

/** @param client - URL of the public folder, with a trailing slash */
export async function writeSiteFiles(client: URL, files: SiteFiles): Promise<void> {
  await Promise.all(
    Object.entries(files).map(async ([address, content]) => {
      const file = new URL(`.${address}`, client)
      await mkdir(new URL('.', file), { recursive: true })
      await writeFile(file, content)
    }),
  )
}

/** Returns the addresses of all files in a folder. */
export async function addressesOf(client: URL): Promise<Set<string>> {
  const names = await readdir(client, { recursive: true })
  return new Set(names.filter((name) => extname(name) !== '').map((name) => `/${name}`))
}
