import { domainToASCII, domainToUnicode } from 'node:url'
import { FIELDS, tidy } from '../../contract/waitlist.ts'

const ADDRESS = new RegExp(FIELDS.email.pattern, 'u')

/** Punycode that stands for nothing has no ASCII form (UTS #46), but Node 24 lets it pass. */
const isUndecodable = (ascii: string): boolean =>
  ascii.includes('xn--') && /(?:^|\.)xn--/.test(domainToUnicode(ascii))

/** A sign can stand for others, such as U+2474 for (1): the rule holds for the ASCII form, too. */
const isDomain = (ascii: string): boolean => ADDRESS.test(`a@${ascii}`) && !isUndecodable(ascii)

/** Returns undefined when the domain has no ASCII form. */
function toAscii(domain: string): string | undefined {
  const ascii = domainToASCII(domain)
  return isDomain(ascii) ? ascii : undefined
}

/**
 * The order in which every statement writes people, so that two with the same people wait for each
 * other in one order and never in a circle.
 */
export function compareKeys(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Domains whose ASCII form is cached: most people's mail is at a few providers. */
const CACHED = 1_000
const cache = new Map<string, string | undefined>()

/** `toAscii` alone would take a twentieth of a signup's time. */
function asciiDomain(domain: string): string | undefined {
  if (cache.has(domain)) return cache.get(domain)
  if (cache.size === CACHED) cache.clear()
  const ascii = toAscii(domain)
  cache.set(domain, ascii)
  return ascii
}

/**
 * The identity of a person: two addresses with the same key are the same mailbox. Trimmed, NFKC,
 * lower case, the domain as punycode. Plus tags and dots stay: they differ at most providers.
 * @returns undefined when the domain has no ASCII form, so that no mail could reach it
 */
export function emailKey(email: string): string | undefined {
  const address = tidy('email', email)
  const at = address.lastIndexOf('@')
  const domain = asciiDomain(address.slice(at + 1))
  if (at < 1 || domain === undefined) return undefined
  const local = address.slice(0, at).toLowerCase()
  // lower case can leave a letter and its mark apart (İ), so compose again; and it turns a final
  // Σ into another letter than the one within a word
  return `${local.normalize('NFKC').replaceAll('ς', 'σ')}@${domain}`
}
