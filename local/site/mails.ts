import { join, resolve } from 'node:path'
import type { MailTemplates } from '../../letters/mail-templates.ts'

const WEB_DIR = resolve(import.meta.dirname, '../../web')

/** Makes the emails from the sources in a few seconds without building the site. */
export async function makeMails(): Promise<MailTemplates> {
  // Only developers have Vite.
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport<{ makeMails: () => Promise<MailTemplates> }>(
    join(WEB_DIR, 'build/mails.tsx'),
    { configFile: false, root: WEB_DIR },
  )
  return module.makeMails()
}
