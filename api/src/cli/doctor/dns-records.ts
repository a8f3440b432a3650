import type { Resolver } from 'node:dns/promises'
import type { MailConfig } from '../../config/worker.ts'

/** The sender whose DNS records receivers check. */
export interface Mailer {
  /** Of the sender's address. */
  readonly domain: string
  readonly smtpHost: string
  readonly dkim: MailConfig['dkim']
}

const NO_RECORD = ['ENOTFOUND', 'ENODATA']

export const emptyWithout = (error: NodeJS.ErrnoException): string[] => {
  if (NO_RECORD.includes(error.code ?? '')) return []
  throw error
}

/** The TXT records of a name that begin with a word. */
export async function texts(resolver: Resolver, name: string, start = ''): Promise<string[]> {
  const records = await resolver
    .resolveTxt(name)
    .then((found) => found.map((parts) => parts.join('')), emptyWithout)
  return records.filter((record) => record.toLowerCase().startsWith(start.toLowerCase()))
}

export const publish = (name: string, type: string, value: string): string =>
  `Publish in the DNS:\n${name}. ${type} ${value}`
