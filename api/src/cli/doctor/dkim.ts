import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { type Mailer, publish, texts } from './dns-records.ts'
import type { Result } from './finding.ts'

/** The tag `p` of a record (RFC 6376); folded records have spaces in it. */
const keyIn = (record: string): string | undefined =>
  /(?:^|;)\s*p\s*=([^;]*)/.exec(record)?.[1]?.replace(/\s/g, '')

/** For DMARC, the domain of the signature is the sender's, or one above or below it (RFC 7489). */
const isAligned = (one: string, other: string): boolean =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)

/** @returns undefined when the file has no RSA key in PEM; emails are signed with RSA only */
async function publicKeyOf(file: string): Promise<KeyObject | undefined> {
  try {
    const key = createPublicKey(await readFile(file))
    return key.asymmetricKeyType === 'rsa' ? key : undefined
  } catch {
    return undefined
  }
}

/** Whether the DNS has the public half of the key that emails are signed with. */
export async function dkim(
  { domain, dkim: settings }: Mailer,
  resolver: Resolver,
): Promise<readonly Result[]> {
  if (settings === undefined) return [['DKIM_DOMAIN is not set: the mail server has to sign']]
  const { domain: signed, selector, keyFile } = settings
  if (!isAligned(domain, signed)) {
    return [[`emails of ${domain} are signed for ${signed}`, `Set DKIM_DOMAIN to ${domain}.`]]
  }
  const key = await publicKeyOf(keyFile)
  if (key === undefined) {
    const make = `openssl genrsa -out ${keyFile} 2048`
    return [[`DKIM_KEY_FILE: no RSA key in PEM can be read from ${keyFile}`, make]]
  }
  const name = `${selector}._domainkey.${signed}`
  const wanted = key.export({ type: 'spki', format: 'der' }).toString('base64')
  const keys = (await texts(resolver, name)).map(keyIn)
  if (keys.includes(wanted)) return [[`${name} has the key that emails are signed with`]]
  const found = keys.length === 0 ? 'has no record' : 'has a key that does not match DKIM_KEY_FILE'
  return [[`${name} ${found}`, publish(name, 'TXT', `"v=DKIM1; k=rsa; p=${wanted}"`)]]
}
