// Guards doctor.

import { generateKeyPairSync } from 'node:crypto'
import type { Resolver } from 'node:dns/promises'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../tests/support/for-a-test.ts'
import { run } from './checks.ts'
import { DNS, type Mailer } from './dns.ts'

/** TXT records by name. A name without any has the error of the resolver of Node.js. */
type Zone = Readonly<Record<string, readonly string[]>>

/** A record has portions of 255 octets at most. */
const resolverOf = (zone: Zone, code = 'ENOTFOUND') =>
  ({
    async resolveTxt(name: string) {
      const records = zone[name]
      if (records === undefined) throw Object.assign(new Error(code), { code })
      return records.map((record) => record.match(/.{1,255}/g) ?? [])
    },
  }) as unknown as Resolver

/** The checks of a sender whose DNS has only these records. */
async function examine(zone: Zone, { code, ...mailer }: Partial<Mailer> & { code?: string } = {}) {
  const findings = await run(DNS, {
    domain: 'kiln.agency',
    smtpHost: 'mail.kiln.agency',
    dkim: undefined,
    ...mailer,
    resolver: resolverOf(zone, code),
  })
  return (check: string) => findings.filter((finding) => finding.check === check)
}

/** A private key in a file, and its record. */
function newKey(type: 'rsa' | 'ed25519' = 'rsa') {
  const keyFile = join(temporaryFolder(), 'private.pem')
  const { privateKey, publicKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ed25519')
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const p = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  return {
    dkim: { domain: 'kiln.agency', selector: 'waitlist', keyFile },
    record: `v=DKIM1; k=rsa; p=${p}`,
  }
}

const NAME = 'waitlist._domainkey.kiln.agency'

const problem = (part: 'found' | 'fix', text: string) => [
  { level: 'problem', [part]: expect.stringContaining(text) },
]

test('the doctor prints the DNS record to publish for each that the sender lacks', async () => {
  const { dkim, record } = newKey()
  const found = await examine({}, { dkim })
  const spf = 'kiln.agency. TXT "v=spf1 a:mail.kiln.agency ~all"'
  expect(found('SPF')).toMatchObject(problem('fix', spf))
  expect(found('DKIM')).toMatchObject(problem('fix', `${NAME}. TXT "${record}"`))
  expect(found('DMARC')).toMatchObject(problem('fix', '_dmarc.kiln.agency. TXT "v=DMARC1; p=none"'))
})

test('the doctor finds no problem in the DNS of a sender that has all records, DMARC at a parent domain', async () => {
  const { dkim, record } = newKey()
  const found = await examine(
    {
      'news.kiln.agency': ['another=1', 'v=spf1 a:mail.kiln.agency -all'],
      [NAME]: [record.replaceAll('; ', ';  ')],
      '_dmarc.kiln.agency': ['v=DMARC1; p=reject'],
    },
    { dkim, domain: 'news.kiln.agency' },
  )
  for (const check of ['SPF', 'DKIM', 'DMARC']) {
    expect(found(check), check).toMatchObject([{ level: 'ok' }])
  }
})

test('the doctor finds two SPF records, of which receivers use none', async () => {
  const found = await examine({ 'kiln.agency': ['v=spf1 mx -all', 'v=spf1 a -all'] })
  expect(found('SPF')).toMatchObject(problem('fix', 'Merge them into one'))
})

test('the doctor finds a DKIM record of another key, and a signature for another domain', async () => {
  const { dkim } = newKey()
  const zone = { [NAME]: [newKey().record] }
  const found = await examine(zone, { dkim })
  expect(found('DKIM')).toMatchObject(problem('found', 'has no key that emails are signed with'))
  const elsewhere = await examine(zone, { dkim, domain: 'clay.agency' })
  expect(elsewhere('DKIM')).toMatchObject(problem('fix', 'Set DKIM_DOMAIN to clay.agency.'))
})

test('the doctor finds a key file that cannot sign', async () => {
  const missing = { domain: 'kiln.agency', selector: 'waitlist', keyFile: '/nowhere/private.pem' }
  for (const dkim of [missing, newKey('ed25519').dkim]) {
    const found = await examine({}, { dkim })
    expect(found('DKIM')).toMatchObject(problem('fix', `openssl genrsa -out ${dkim.keyFile} 2048`))
  }
})

test('a DNS server that fails is a problem, and no missing record is reported', async () => {
  const found = await examine({}, { code: 'ESERVFAIL' })
  for (const check of ['SPF', 'DMARC']) {
    const text = 'the DNS does not respond (ESERVFAIL)'
    expect(found(check), check).toMatchObject(problem('found', text))
  }
})
