import { domainToASCII, domainToUnicode } from 'node:url'
import { FIELDS } from '../../contract/waitlist.ts'

const ADDRESS = new RegExp(FIELDS.email.pattern, 'u')

/** Punycode that stands for nothing has no ASCII form (UTS #46), but Node 24 lets it pass. */
const isUndecodable = (ascii: string): boolean =>
  ascii.includes('xn--') && /(?:^|\.)xn--/.test(domainToUnicode(ascii))

/**
 * Signs can stand for others: U+2474 for (1), U+FF11 for 1, and an invisible letter for nothing.
 * The contract's rule holds for what a domain comes to, too.
 */
const isDomain = (ascii: string): boolean => ADDRESS.test(`a@${ascii}`) && !isUndecodable(ascii)

/** Domains whose ASCII form is remembered. A few providers have most people's mail. */
const REMEMBERED = 1_000

/** @returns undefined when there is none */
function toAscii(domain: string): string | undefined {
  const ascii = domainToASCII(domain)
  return isDomain(ascii) ? ascii : undefined
}

const known = new Map<string, string | undefined>()

/** As `toAscii`, which would take a twentieth of a signup each time. */
function asciiDomain(domain: string): string | undefined {
  if (known.has(domain)) return known.get(domain)
  if (known.size === REMEMBERED) known.clear()
  const ascii = toAscii(domain)
  known.set(domain, ascii)
  return ascii
}

/**
 * What makes two addresses the same person: trimmed, normalized (NFC), lower case, the
 * domain in ASCII (punycode). Plus tags and dots stay: they differ at most providers.
 * `spelling_of` in the migrations has the same rules for what operators type.
 * @returns undefined when the domain has no ASCII form, so that no mail could reach it
 */
export function emailKey(email: string): string | undefined {
  const typed = email.trim()
  const at = typed.lastIndexOf('@')
  const domain = asciiDomain(typed.slice(at + 1))
  if (at < 1 || domain === undefined) return undefined
  const local = typed.slice(0, at).normalize('NFC').toLowerCase()
  // lower case can leave a letter and its mark apart (İ), so compose after it; and of Σ it makes
  // another letter at the end of a word
  return `${local.normalize('NFC').replaceAll('ς', 'σ')}@${domain}`
}
