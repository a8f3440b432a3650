// Guards doctor.

import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../../../../api/src/cli/doctor/checks.ts'
import { DNS, type Mailer } from '../../../../api/src/cli/doctor/dns.ts'
import { temporaryFolder } from '../../../support/for-a-test.ts'
import { resolverOf, type Zone } from './dns-server.ts'

/** The checks of a sender whose DNS has only these records. */
async function examine(zone: Zone | undefined, mailer: Partial<Mailer> = {}) {
  const findings = await run(DNS, {
    ...{ domain: 'kiln.agency', smtpHost: 'mail.kiln.agency', dkim: undefined },
    ...mailer,
    resolver: await resolverOf(zone),
  })
  return (check: string) => findings.filter((finding) => finding.check === check)
}

/** A private key in a file, and its record. */
function newKey(type: 'rsa' | 'ed25519' = 'rsa') {
  const folder = temporaryFolder()
  const keyFile = join(folder, 'private.pem')
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

const NAME = 'TXT waitlist._domainkey.kiln.agency'

test('the doctor prints the DNS record to publish for each that the sender lacks', async () => {
  const { dkim, record } = newKey()
  const found = await examine({}, { dkim })
  expect(found('SPF')).toMatchObject([
    {
      level: 'problem',
      fix: expect.stringContaining('kiln.agency. TXT "v=spf1 a:mail.kiln.agency ~all"'),
    },
  ])
  expect(found('DKIM')).toMatchObject([
    {
      level: 'problem',
      fix: expect.stringContaining(`waitlist._domainkey.kiln.agency. TXT "${record}"`),
    },
  ])
  expect(found('DMARC')).toMatchObject([
    {
      level: 'problem',
      fix: expect.stringContaining('_dmarc.kiln.agency. TXT "v=DMARC1; p=none"'),
    },
  ])
})

test('the doctor finds no problem in the DNS of a sender that has all records', async () => {
  const { dkim, record } = newKey()
  const found = await examine(
    {
      'TXT kiln.agency': ['another=1', 'v=spf1 a:mail.kiln.agency -all'],
      [NAME]: [record.replaceAll('; ', ';  ')],
      'TXT _dmarc.kiln.agency': ['v=DMARC1; p=reject'],
    },
    { dkim },
  )
  for (const check of ['SPF', 'DKIM', 'DMARC']) {
    expect(found(check), check).toMatchObject([{ level: 'ok' }])
  }
})

test('the doctor finds two SPF records, of which receivers use none', async () => {
  const found = await examine({ 'TXT kiln.agency': ['v=spf1 mx -all', 'v=spf1 a -all'] })
  expect(found('SPF')).toMatchObject([
    { level: 'problem', fix: expect.stringContaining('Merge them into one') },
  ])
})

test('the doctor finds a DKIM record of another key, and a signature for another domain', async () => {
  const { dkim } = newKey()
  const zone = { [NAME]: [newKey().record] }
  expect((await examine(zone, { dkim }))('DKIM')).toMatchObject([
    { level: 'problem', found: expect.stringContaining('has no key that emails are signed with') },
  ])
  expect((await examine(zone, { dkim, domain: 'clay.agency' }))('DKIM')).toMatchObject([
    { level: 'problem', fix: 'Set DKIM_DOMAIN to clay.agency.' },
  ])
})

test('the doctor finds a key file that cannot sign', async () => {
  const missing = { domain: 'kiln.agency', selector: 'waitlist', keyFile: '/nowhere/private.pem' }
  for (const dkim of [missing, newKey('ed25519').dkim]) {
    expect((await examine({}, { dkim }))('DKIM')).toMatchObject([
      { level: 'problem', fix: `openssl genrsa -out ${dkim.keyFile} 2048` },
    ])
  }
})

test('the DMARC record of a parent domain counts', async () => {
  const zone = { 'TXT _dmarc.kiln.agency': ['v=DMARC1; p=none'] }
  expect((await examine(zone, { domain: 'news.kiln.agency' }))('DMARC')).toMatchObject([
    { level: 'ok', found: 'kiln.agency has v=DMARC1; p=none' },
  ])
})

test('a DNS server that fails is a problem, and no missing record is reported', async () => {
  const found = await examine(undefined)
  for (const check of ['SPF', 'DMARC']) {
    expect(found(check), check).toMatchObject([
      { level: 'problem', found: expect.stringContaining('the DNS does not respond (ESERVFAIL)') },
    ])
  }
})
