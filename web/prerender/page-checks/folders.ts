import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'

const pages = new URL('../../pages/', import.meta.url)

/** The files of a page, each with the one that must stand beside it. */
const BESIDE: Readonly<Record<string, string>> = { '+Page.tsx': 'page.ts', 'page.ts': '+Page.tsx' }

/** @returns a sentence for every folder of `web/pages` that has only one of a page's two files */
export async function checkFolders(): Promise<string[]> {
  const files = await readdir(pages, { recursive: true })
  return files.flatMap((file) => {
    const other = BESIDE[basename(file)]
    const missing = other && !existsSync(new URL(`${dirname(file)}/${other}`, pages))
    return missing ? [`web/pages/${file} needs a ${other} beside it.`] : []
  })
}
