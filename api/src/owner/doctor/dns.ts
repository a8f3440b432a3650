import type { Resolver } from 'node:dns/promises'
import { OwnerError } from '../../../../contract/owner-error.ts'
import { type Checks, judge, ok, problem } from './checks.ts'

/** The sender of emails, whose DNS records mail servers check. */
export interface Mailer {
  readonly domain: string
  /** Undefined for a mail API. */
  readonly smtpHost?: string | undefined
  readonly resolver: Resolver
}

/**
 * Returns the TXT records of a name.
 * @throws OwnerError when a DNS server fails, which says nothing about the records
 */
async function texts(resolver: Resolver, name: string, start = /^/): Promise<string[]> {
  try {
    const records = await resolver.resolveTxt(name)
    return records.map((parts) => parts.join('')).filter((record) => start.test(record))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOTFOUND', 'ENODATA'].includes(code)) return []
    throw new OwnerError(
      `DNS does not respond (${code}): fix this machine’s resolver, or run this on another machine`,
    )
  }
}

const publish = (name: string, value: string): string =>
  `Publish this DNS record:\n${name}. TXT "${value}"`

export const DNS: Checks<Mailer> = {
  /** Checks that there is an SPF record (RFC 7208), but not its content: only the provider knows its servers. */
  async SPF({ domain, smtpHost, resolver }) {
    const records = await texts(resolver, domain, /^v=spf1/i)
    if (records.length === 0) {
      const own = smtpHost
        ? `${publish(domain, `v=spf1 a:${smtpHost} ~all`)}\nor with your mail provider’s include: instead of a:.`
        : 'Publish the SPF record that your mail provider shows.'
      return problem(`${domain} has no SPF record`, own)
    }
    const fix = 'Merge them into one record: with several, SPF fails (RFC 7208).'
    return judge(records.length === 1, `${domain} has ${records.join(' and ')}`, fix)
  },

  /** Checks for a DMARC record (RFC 7489) at the domain, or at a domain above it. */
  async DMARC({ domain, resolver }) {
    for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
      const [record] = await texts(resolver, `_dmarc.${name}`, /^v=DMARC1/i)
      if (record) return ok(`${name} has ${record}`)
    }
    return problem(`${domain} has no DMARC record`, publish(`_dmarc.${domain}`, 'v=DMARC1; p=none'))
  },
}
