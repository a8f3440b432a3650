/**
 * Returns whether a string contains control characters, which `URL` may skip. A line break at the end is allowed,
 * because files add one.
 */
const hasControl = (input: string): boolean => /\p{Cc}/u.test(input.trim())

/** Returns the URL if it has one of the protocols. */
export function urlWith(protocols: readonly string[], input: string): URL | undefined {
  const url = hasControl(input) ? undefined : (URL.parse(input) ?? undefined)
  return url && protocols.includes(url.protocol) ? url : undefined
}

/** Returns a web page's URL. Like `fetch`, refuses a user name or password in it. */
export function webAddress(input: string): URL | undefined {
  const url = urlWith(['http:', 'https:'], input)
  return url?.username === '' && url.password === '' ? url : undefined
}

/** Returns whether an address is that of a whole site. It must not contain a path, because the pages begin at `/`. */
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

/** Domains that reach no one (RFC 2606, RFC 6761), such as the sample brand's. */
const RESERVED = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/

export const isReserved = (domain: string): boolean => RESERVED.test(domain)
