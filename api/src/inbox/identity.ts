import { domainToASCII, domainToUnicode } from 'node:url'
import { FIELDS, tidy } from '../../contract/waitlist.ts'

const ADDRESS = new RegExp(FIELDS.email.pattern, 'u')

/** Node 24 accepts punycode that decodes to nothing, against UTS #46. */
const isUndecodable = (ascii: string): boolean => /(?:^|\.)xn--/.test(domainToUnicode(ascii))

/** A character can become others, such as U+2474 to (1), so the ASCII form is checked as well. */
const isDomain = (ascii: string): boolean => ADDRESS.test(`a@${ascii}`) && !isUndecodable(ascii)

function toAscii(domain: string): string | undefined {
  const ascii = domainToASCII(domain)
  return isDomain(ascii) ? ascii : undefined
}

/** Every statement writes people in this order, so that two statements cannot deadlock. */
export const compareKeys = (one: string, other: string): number =>
  Number(one > other) - Number(one < other)

/** Cached domains. Most people use a few mail providers. */
const CACHED = 1_000
const cache = new Map<string, string | undefined>()

// Stryker disable all: the cache changes no result, only the time.
/** Without the cache, `toAscii` takes a twentieth of a signup's time. */
function asciiDomain(domain: string): string | undefined {
  if (cache.has(domain)) return cache.get(domain)
  if (cache.size === CACHED) cache.clear()
  const ascii = toAscii(domain)
  cache.set(domain, ascii)
  return ascii
}
// Stryker restore all

/**
 * The identity of a person: two addresses with the same key are the same mailbox. The key is
 * trimmed, in NFKC and lower case, with the domain as punycode. Plus tags and dots stay, because
 * most providers tell them apart.
 * @returns undefined when the domain has no ASCII form, so that no mail can reach it
 */
export function emailKey(email: string): string | undefined {
  const address = tidy('email', email)
  const at = address.lastIndexOf('@')
  const domain = asciiDomain(address.slice(at + 1))
  if (at < 1 || domain === undefined) return undefined
  const local = address.slice(0, at).toLowerCase()
  // lower case can separate a letter from its mark (İ), so compose again; it also turns a final Σ
  // into ς
  return `${local.normalize('NFKC').replaceAll('ς', 'σ')}@${domain}`
}
