// RFC 3463 status codes in servers' replies and providers' reports.

/** Matches a status of three numbers (RFC 3463), but not three of the four numbers in an IP address. */
const STATUS = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/

/** Matches a reply's code before a status (RFC 2034). Some servers put a `#` between them. */
const REPLY = /(?<!\d)[245]\d\d[ -]#?(?=[245]\.\d{1,3}\.\d{1,3}(?!\.?\d))/

/** Returns the status in a string such as `5.1.1` or `smtp; 550 5.1.1 <ada@example.com>: User unknown`. */
export function statusIn(text: string): string | undefined {
  const reply = REPLY.exec(text)
  return STATUS.exec(reply ? text.slice(reply.index + reply[0].length) : text)?.[0]
}

/** Matches codes without a specific meaning. Outlook.com sends 5.5.0 for a mailbox that does not exist. */
const saysNothing = (status: string | undefined): boolean =>
  status === undefined || /^5\.[05]\.0$/.test(status)

/**
 * Returns the status in the message from the server that refused the email, if it is specific, or else the report's own
 * status, which may be generic if a server in between filled it in.
 */
export function statusOf(
  status: string | undefined,
  diagnostic: string | undefined,
): string | undefined {
  const said = statusIn(diagnostic ?? '')
  const given = statusIn(status ?? '')
  return saysNothing(said) ? (given ?? said) : said
}

/**
 * Matches codes that are not about the address (RFC 3463, section 3): the sender's address (5.1.7, 5.1.8), a full
 * mailbox, the size of the email, an expired delivery, the protocol, the content, and policy (5.7.x).
 */
const ABOUT_OTHERS = /^[24]|^5\.(?:1\.[78]|2\.[23]|3\.4|4\.7|[567]\.\d+)$/

/**
 * Returns whether no email can ever arrive at the address.
 * @param isHardBounce true if a provider has interpreted the reply as permanent; without that, only 5.1.x counts
 */
export function isBadAddress(status: string | undefined, isHardBounce = false): boolean {
  if (status === undefined || saysNothing(status)) return isHardBounce
  return !ABOUT_OTHERS.test(status) && (isHardBounce || status.startsWith('5.1.'))
}
