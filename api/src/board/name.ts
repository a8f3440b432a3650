import { readFile } from 'node:fs/promises'
import type { MailTemplates } from '../../../mails/mail-templates.ts'

/** The brand's name, which the web build wrote for the emails. */
export async function readName(mailsFile: string | undefined): Promise<string> {
  const text = await readFile(mailsFile ?? '', 'utf8').catch(() => '{}')
  const { name = 'The' } = JSON.parse(text) as Partial<MailTemplates>
  return name
}
