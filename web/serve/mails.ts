import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { MailTemplates } from '../../api/contract/mail-templates.ts'

const WEB_DIR = resolve(import.meta.dirname, '..')

/**
 * Reads the mails of a web build's output folder.
 * @throws when there is no complete build
 */
export function readMails(siteDir: string): MailTemplates {
  const file = join(siteDir, 'mails.json')
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new Error(`${file} is missing or damaged. Build the site first: npm run build -w web`)
  }
}

/** Makes the mails from the sources, without a build of the site. It takes some seconds. */
export async function makeMails(): Promise<MailTemplates> {
  // Only developers have Vite.
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport<{ makeMails: () => Promise<MailTemplates> }>(
    join(WEB_DIR, 'build/mails.tsx'),
    { configFile: false, root: WEB_DIR },
  )
  return module.makeMails()
}
