import type { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { dkim } from './dkim.ts'
import { type Mailer, publish, texts } from './dns-records.ts'
import type { Checks, Result } from './finding.ts'
import { isLocal, reverseDns } from './reverse-dns.ts'

/** How SPF names a mail server. */
function mechanismOf(host: string): string {
  if (isLocal(host)) return 'a mx'
  const version = isIP(host)
  return version === 0 ? `a:${host}` : `ip${version}:${host}`
}

/** RFC 7208. Only the mail provider knows which of its servers send. */
async function spf({ domain, smtpHost }: Mailer, resolver: Resolver): Promise<readonly Result[]> {
  const found = await texts(resolver, domain, 'v=spf1')
  if (found.length > 1) {
    return [
      [
        `${domain} has ${found.length} SPF records, so receivers ignore all of them`,
        'Merge them into one.',
      ],
    ]
  }
  if (found[0]) return [[`${domain} has ${found[0]}`]]
  const record = publish(domain, 'TXT', `"v=spf1 ${mechanismOf(smtpHost)} ~all"`)
  return [[`${domain} has no SPF record`, `${record}\nor with the include: of your mail provider.`]]
}

/** The name and its parents, down to two labels. */
function parents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** RFC 7489: the record of the domain, or of the organization above it. */
async function dmarc({ domain }: Mailer, resolver: Resolver): Promise<readonly Result[]> {
  for (const name of parents(domain)) {
    const [record] = await texts(resolver, `_dmarc.${name}`, 'v=DMARC1')
    if (record) return [[`${name} has ${record}`]]
  }
  return [
    [`${domain} has no DMARC record`, publish(`_dmarc.${domain}`, 'TXT', '"v=DMARC1; p=none"')],
  ]
}

type DnsCheck = (mailer: Mailer, resolver: Resolver) => Promise<readonly Result[]>

const NO_DNS = 'Run this where the DNS can be reached, or correct the resolver of this machine.'

/** A server that does not respond, or reports a failure, says nothing about the record. */
const guarded =
  (check: DnsCheck): DnsCheck =>
  (mailer, resolver) =>
    check(mailer, resolver).catch((error: NodeJS.ErrnoException) => {
      if (error.syscall === undefined) throw error
      return [[`the DNS does not respond (${error.code})`, NO_DNS]]
    })

export const DNS_CHECKS: Checks<Parameters<DnsCheck>> = {
  SPF: guarded(spf),
  DKIM: guarded(dkim),
  DMARC: guarded(dmarc),
  'reverse DNS': guarded(reverseDns),
}
