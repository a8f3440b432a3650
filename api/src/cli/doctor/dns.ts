import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { isWithin } from '../../http/networks.ts'
import { type Findings, ok, problem } from './finding.ts'
import type { WithMailServer } from './parts.ts'

/** The sender whose DNS records receivers check. */
export type Mailer = Pick<WithMailServer, 'domain' | 'smtpHost' | 'dkim' | 'resolver'>

const emptyWithout = (error: NodeJS.ErrnoException): string[] => {
  if (['ENOTFOUND', 'ENODATA'].includes(error.code ?? '')) return []
  throw error
}

/** The TXT records of a name that begin with a word. */
async function texts(resolver: Resolver, name: string, start = ''): Promise<string[]> {
  const records = await resolver
    .resolveTxt(name)
    .then((found) => found.map((parts) => parts.join('')), emptyWithout)
  return records.filter((record) => record.toLowerCase().startsWith(start.toLowerCase()))
}

const publish = (name: string, value: string): string =>
  `Publish in the DNS:\n${name}. TXT "${value}"`

const isPrivate = isWithin([
  '10.0.0.0/8',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  '::1',
])

/** Whether it has a name without a dot, as `localhost` and services of Compose have, or no public address. */
const isLocal = (host: string): boolean =>
  isIP(host) === 0 ? !host.includes('.') : isPrivate(host)

/** How SPF names a mail server. */
function mechanismOf(host: string): string {
  if (isLocal(host)) return 'a mx'
  return isIP(host) === 0 ? `a:${host}` : `ip${isIP(host)}:${host}`
}

/** RFC 7208. Only the mail provider knows which of its servers send. */
async function spf({ domain, smtpHost, resolver }: Mailer): Promise<Findings> {
  const found = await texts(resolver, domain, 'v=spf1')
  if (found.length > 1) {
    const many = `${domain} has ${found.length} SPF records, so receivers ignore all of them`
    return problem(many, 'Merge them into one.')
  }
  if (found[0]) return ok(`${domain} has ${found[0]}`)
  const record = publish(domain, `v=spf1 ${mechanismOf(smtpHost)} ~all`)
  return problem(
    `${domain} has no SPF record`,
    `${record}\nor with the include: of your mail provider.`,
  )
}

/** The tag `p` of a record (RFC 6376); folded records have spaces in it. */
const keyIn = (record: string): string | undefined =>
  /(?:^|;)\s*p\s*=([^;]*)/.exec(record)?.[1]?.replace(/\s/g, '')

/** For DMARC, the domain of the signature is the sender's, or one above or below it (RFC 7489). */
const isAligned = (one: string, other: string): boolean =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)

/** @returns undefined when the file has no RSA key in PEM; emails are signed with RSA only */
async function publicKeyOf(file: string): Promise<KeyObject | undefined> {
  const key = await readFile(file)
    .then(createPublicKey)
    .catch(() => undefined)
  return key?.asymmetricKeyType === 'rsa' ? key : undefined
}

/** Whether the DNS has the public half of the key that emails are signed with. */
async function dkim({ domain, dkim: settings, resolver }: Mailer): Promise<Findings> {
  if (settings === undefined) return ok('DKIM_DOMAIN is not set: the mail server has to sign')
  const { domain: signed, selector, keyFile } = settings
  if (!isAligned(domain, signed)) {
    return problem(`emails of ${domain} are signed for ${signed}`, `Set DKIM_DOMAIN to ${domain}.`)
  }
  const key = await publicKeyOf(keyFile)
  if (key === undefined) {
    const found = `DKIM_KEY_FILE: no RSA key in PEM can be read from ${keyFile}`
    return problem(found, `openssl genrsa -out ${keyFile} 2048`)
  }
  const name = `${selector}._domainkey.${signed}`
  const wanted = key.export({ type: 'spki', format: 'der' }).toString('base64')
  const keys = (await texts(resolver, name)).map(keyIn)
  if (keys.includes(wanted)) return ok(`${name} has the key that emails are signed with`)
  const found = keys.length === 0 ? 'has no record' : 'has a key that does not match DKIM_KEY_FILE'
  return problem(`${name} ${found}`, publish(name, `v=DKIM1; k=rsa; p=${wanted}`))
}

/** The name and its parents, down to two labels. */
function parents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** RFC 7489: the record of the domain, or of the organization above it. */
async function dmarc({ domain, resolver }: Mailer): Promise<Findings> {
  for (const name of parents(domain)) {
    const [record] = await texts(resolver, `_dmarc.${name}`, 'v=DMARC1')
    if (record) return ok(`${name} has ${record}`)
  }
  return problem(`${domain} has no DMARC record`, publish(`_dmarc.${domain}`, 'v=DMARC1; p=none'))
}

/** A server that does not respond, or reports a failure, says nothing about the record. */
const guarded = (check: (mailer: Mailer) => Promise<Findings>) => (mailer: Mailer) =>
  check(mailer).catch((error: NodeJS.ErrnoException): Findings => {
    if (error.syscall === undefined) throw error
    return problem(
      `the DNS does not respond (${error.code})`,
      'Run this where the DNS can be reached, or correct the resolver of this machine.',
    )
  })

export const DNS_CHECKS = {
  SPF: guarded(spf),
  DKIM: guarded(dkim),
  DMARC: guarded(dmarc),
}
