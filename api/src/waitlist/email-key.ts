import { domainToASCII, domainToUnicode } from 'node:url'

/** Punycode that stands for nothing has no ASCII form (UTS #46), but Node 24 lets it pass. */
const isUndecodable = (ascii: string): boolean =>
  ascii.includes('xn--') && /(?:^|\.)xn--/.test(domainToUnicode(ascii))

/**
 * What makes two addresses the same person: trimmed, normalized (NFC), lower case, the
 * domain in ASCII (punycode). Plus tags and dots stay: they differ at most providers.
 * @returns undefined when the domain has no ASCII form, so that no mail could reach it
 */
export function emailKey(email: string): string | undefined {
  const typed = email.trim()
  const at = typed.lastIndexOf('@')
  const domain = domainToASCII(typed.slice(at + 1))
  if (at < 1 || domain === '' || isUndecodable(domain)) return undefined
  // lower case can leave a letter and its mark apart (İ), so compose after it
  const local = typed.slice(0, at).normalize('NFC').toLowerCase().normalize('NFC')
  return `${local}@${domain}`
}
