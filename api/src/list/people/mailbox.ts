import { domainToASCII, domainToUnicode } from 'node:url'
import { FIELDS, tidy } from '../../../../contract/waitlist.ts'

const ADDRESS = new RegExp(FIELDS.email.pattern, 'u')

/** Node 24 accepts punycode that cannot be decoded, contrary to UTS #46. */
const isUndecodable = (ascii: string): boolean => /(?:^|\.)xn--/.test(domainToUnicode(ascii))

/** Checks the ASCII form as well, because one character can become several: U+2474 becomes (1). */
const isDomain = (ascii: string): boolean => ADDRESS.test(`a@${ascii}`) && !isUndecodable(ascii)

function asciiDomain(domain: string): string | undefined {
  const ascii = domainToASCII(domain)
  return isDomain(ascii) ? ascii : undefined
}

/** Removes the first plus sign that follows a character, and everything after it. */
const withoutTag = (local: string): string => local.replace(/(?<=.)\+.*/su, '')

/** A provider that ignores separators in addresses or uses several domains. */
interface Provider {
  readonly domain: string
  readonly ignored?: RegExp
}

const GMAIL: Provider = { domain: 'gmail.com', ignored: /\./g }
const PROTON: Provider = { domain: 'proton.me', ignored: /[._-]/g }
const APPLE: Provider = { domain: 'icloud.com' }

/**
 * live.com, hotmail.com and outlook.com are not listed, because the same name at each can belong to different people.
 * Sources: support.google.com/mail/answer/7436150 (dots) and /10313 (googlemail.com),
 * proton.me/support/addresses-and-aliases, support.apple.com/en-us/108789.
 */
const PROVIDERS: ReadonlyMap<string, Provider> = new Map([
  ['gmail.com', GMAIL],
  ['googlemail.com', GMAIL],
  ['proton.me', PROTON],
  ['protonmail.com', PROTON],
  ['protonmail.ch', PROTON],
  ['pm.me', PROTON],
  ['me.com', APPLE],
  ['mac.com', APPLE],
])

interface Parts {
  readonly local: string
  readonly domain: string
}

/** Returns the parts of an address, trimmed, in NFKC and lower case, with the domain in punycode. */
function partsOf(email: string): Parts | undefined {
  const address = tidy('email', email)
  const at = address.lastIndexOf('@')
  const domain = asciiDomain(address.slice(at + 1))
  if (at < 1 || domain === undefined) return undefined
  const local = address.slice(0, at).toLowerCase()
  // Lowercasing can separate a letter from its mark (İ), so normalize again. It also turns a final Σ into ς, not σ.
  return { local: local.normalize('NFKC').replaceAll('ς', 'σ'), domain }
}

/** Returns an address's normalized spelling, including its tag and dots. A mailbox can have many spellings. */
export function spellingOf(email: string): string | undefined {
  const parts = partsOf(email)
  return parts && `${parts.local}@${parts.domain}`
}

/**
 * Returns an address's mailbox, which identifies a person, because all addresses of a mailbox reach the same person. It
 * is trimmed, in NFKC and lower case, with the domain in punycode. It lacks the tag after a plus sign and the
 * characters that the provider ignores, and all of a provider's domains become one.
 * @returns undefined if the domain has no ASCII form, because no email can reach the address
 */
export function mailboxOf(email: string): string | undefined {
  const parts = partsOf(email)
  if (parts === undefined) return undefined
  const untagged = withoutTag(parts.local)
  const { domain, ignored = '' } = PROVIDERS.get(parts.domain) ?? { domain: parts.domain }
  return `${untagged.replace(ignored, '')}@${domain}`
}
