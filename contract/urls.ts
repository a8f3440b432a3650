/** `URL` skips line breaks and tabs. One at the end is from a file. */
const hasControl = (input: string): boolean => /\p{Cc}/u.test(input.trim())

/** The URL, if it is one with such a protocol. */
export function urlWith(protocols: readonly string[], input: string): URL | undefined {
  const url = hasControl(input) ? undefined : (URL.parse(input) ?? undefined)
  return url && protocols.includes(url.protocol) ? url : undefined
}

/** The URL of a web page, without a name and a password, which `fetch` refuses. */
export function webAddress(input: string): URL | undefined {
  const url = urlWith(['http:', 'https:'], input)
  return url?.username === '' && url.password === '' ? url : undefined
}

/** Whether this is the address of a whole site: no path, because the pages begin at `/`. */
export const isSiteAddress = (input: string): boolean => {
  const url = webAddress(input)
  return url !== undefined && url.href === `${url.origin}/`
}
