import type { Resolver } from 'node:dns/promises'
import { expect, test } from 'vitest'
import { run } from './checks.ts'
import { DNS, type Mailer } from './dns.ts'

/** TXT records by name. For a name without records, Node's resolver throws an error. */
type Zone = Readonly<Record<string, readonly string[]>>

/** A record is split into chunks of 255 octets at most. */
const resolverOf = (zone: Zone, code = 'ENOTFOUND') =>
  ({
    async resolveTxt(name: string) {
      const records = zone[name]
      if (records === undefined) throw Object.assign(new Error(code), { code })
      return records.map((record) => record.match(/.{1,255}/g) ?? [])
    },
  }) as unknown as Resolver

/** The checks for a sender whose DNS contains only these records. */
async function examine(zone: Zone, { code, ...mailer }: Partial<Mailer> & { code?: string } = {}) {
  const findings = await run(DNS, {
    domain: 'kiln.agency',
    smtpHost: 'mail.kiln.agency',
    ...mailer,
    resolver: resolverOf(zone, code),
  })
  return (check: string) => findings.filter((finding) => finding.check === check)
}

const problem = (part: 'found' | 'fix', text: string) => [
  { level: 'problem', [part]: expect.stringContaining(text) },
]

test('the doctor prints each DNS record that is missing at the sender’s domain', async () => {
  const found = await examine({})
  const spf = 'kiln.agency. TXT "v=spf1 a:mail.kiln.agency ~all"'
  expect(found('SPF')).toMatchObject(problem('fix', spf))
  expect(found('DMARC')).toMatchObject(problem('fix', '_dmarc.kiln.agency. TXT "v=DMARC1; p=none"'))
})

test('with a mail API, the doctor refers to the provider’s SPF record instead of suggesting one', async () => {
  const found = await examine({}, { smtpHost: undefined })
  expect(found('SPF')).toMatchObject(problem('fix', 'that your mail provider shows'))
})

test('the doctor accepts a sender with all DNS records, even if DMARC is at a parent domain', async () => {
  const found = await examine(
    {
      'news.kiln.agency': ['another=1', 'v=spf1 a:mail.kiln.agency -all'],
      '_dmarc.kiln.agency': ['v=DMARC1; p=reject'],
    },
    { domain: 'news.kiln.agency' },
  )
  for (const check of ['SPF', 'DMARC']) {
    expect(found(check), check).toMatchObject([{ level: 'ok' }])
  }
})

test('the doctor reports a failing DNS server, but not missing records', async () => {
  const found = await examine({}, { code: 'ESERVFAIL' })
  for (const check of ['SPF', 'DMARC']) {
    const text = 'DNS does not respond (ESERVFAIL)'
    expect(found(check), check).toMatchObject(problem('found', text))
  }
})
