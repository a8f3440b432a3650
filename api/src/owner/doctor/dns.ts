import { createPublicKey } from 'node:crypto'
import type { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { OwnerError } from '../../../../contract/owner-error.ts'
import type { MailConfig } from '../../system/worker-settings.ts'
import { type Checks, judge, ok, problem } from './checks.ts'

/** The sender whose DNS records receivers check. */
export interface Mailer {
  readonly domain: string
  readonly smtpHost: string
  readonly dkim: MailConfig['dkim']
  readonly resolver: Resolver
}

/**
 * The TXT records of a name.
 * @throws OwnerError for a DNS server that fails, which says nothing about the records
 */
async function texts(resolver: Resolver, name: string, start = /^/): Promise<string[]> {
  try {
    const records = await resolver.resolveTxt(name)
    return records.map((parts) => parts.join('')).filter((record) => start.test(record))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOTFOUND', 'ENODATA'].includes(code)) return []
    throw new OwnerError(
      `the DNS does not respond (${code}): correct the resolver of this machine, or run this elsewhere`,
    )
  }
}

const publish = (name: string, value: string): string =>
  `Publish in the DNS:\n${name}. TXT "${value}"`

/** Whether one domain is the other or below it. */
const isBelow = (one: string, other: string): boolean => `.${one}`.endsWith(`.${other}`)

/** @returns undefined when the file has no RSA key in PEM; emails are signed with RSA only */
async function publicKeyOf(file: string): Promise<string | undefined> {
  const key = await readFile(file)
    .then(createPublicKey)
    .catch(() => undefined)
  if (key?.asymmetricKeyType !== 'rsa') return undefined
  return key.export({ type: 'spki', format: 'der' }).toString('base64')
}

export const DNS: Checks<Mailer> = {
  /** RFC 7208. Only the mail provider knows which of its servers send. */
  async SPF({ domain, smtpHost, resolver }) {
    const records = await texts(resolver, domain, /^v=spf1/i)
    if (records.length === 0) {
      const isName = smtpHost.includes('.') && isIP(smtpHost) === 0
      const record = publish(domain, `v=spf1 ${isName ? `a:${smtpHost}` : 'a mx'} ~all`)
      const fix = `${record}\nor with the include: of your mail provider.`
      return problem(`${domain} has no SPF record`, fix)
    }
    const fix = 'Merge them into one: receivers ignore several SPF records.'
    return judge(records.length === 1, `${domain} has ${records.join(' and ')}`, fix)
  },

  /** Whether the DNS has the public half of the key that emails are signed with (RFC 6376). */
  async DKIM({ domain, dkim, resolver }) {
    if (dkim === undefined) return ok('DKIM_DOMAIN is not set: the mail server has to sign')
    const { domain: signed, selector, keyFile } = dkim
    // DMARC accepts a signature of a domain above or below the sender's
    if (!isBelow(domain, signed) && !isBelow(signed, domain)) {
      const found = `emails of ${domain} are signed for ${signed}`
      return problem(found, `Set DKIM_DOMAIN to ${domain}.`)
    }
    const key = await publicKeyOf(keyFile)
    if (key === undefined) {
      const found = `DKIM_KEY_FILE: no RSA key in PEM can be read from ${keyFile}`
      return problem(found, `openssl genrsa -out ${keyFile} 2048`)
    }
    const name = `${selector}._domainkey.${signed}`
    const records = await texts(resolver, name)
    // folded records have spaces in the key
    const isPublished = records.some((record) =>
      record.replace(/\s/g, '').split(';').includes(`p=${key}`),
    )
    const found = `${name} has ${isPublished ? 'the' : 'no'} key that emails are signed with`
    return judge(isPublished, found, publish(name, `v=DKIM1; k=rsa; p=${key}`))
  },

  /** RFC 7489: the record of the domain, or of the organization above it. */
  async DMARC({ domain, resolver }) {
    for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
      const [record] = await texts(resolver, `_dmarc.${name}`, /^v=DMARC1/i)
      if (record) return ok(`${name} has ${record}`)
    }
    return problem(`${domain} has no DMARC record`, publish(`_dmarc.${domain}`, 'v=DMARC1; p=none'))
  },
}
