/**
 * Returns whether a string contains control characters, which `URL` may silently remove. Surrounding whitespace is
 * allowed, because a file ends with a line break.
 */
const hasControl = (input: string): boolean => /\p{Cc}/u.test(input.trim())

/** Returns the URL if it uses one of these protocols. */
export function urlWith(protocols: readonly string[], input: string): URL | undefined {
  const url = hasControl(input) ? undefined : (URL.parse(input) ?? undefined)
  return url && protocols.includes(url.protocol) ? url : undefined
}

/** Returns a web page's URL. Like `fetch`, it refuses a user name or password. */
export function webAddress(input: string): URL | undefined {
  const url = urlWith(['http:', 'https:'], input)
  return url?.username === '' && url.password === '' ? url : undefined
}

/** Returns whether an address is the root of a site. It must not contain a path, because the pages begin at `/`. */
export const isSiteAddress = (input: string): boolean => {
  const url = webAddress(input)
  return url !== undefined && url.href === `${url.origin}/`
}

/** Matches a host that only this machine can reach. */
export const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/

/** Returns the URL of a page or an API, unless requests to it would cross a network without encryption. */
export function encryptedAddress(input: string): URL | undefined {
  const url = webAddress(input)
  return url && (url.protocol === 'https:' || LOOPBACK.test(url.hostname)) ? url : undefined
}

/** Matches reserved domains (RFC 2606, RFC 6761), such as the sample brand's. Emails to them never arrive. */
const RESERVED = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/

export const isReserved = (domain: string): boolean => RESERVED.test(domain)
