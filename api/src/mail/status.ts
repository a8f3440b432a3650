// Status codes of RFC 3463 in the replies of servers and the reports of providers.

/** Matches a status of three numbers (RFC 3463), but not three of the four numbers of an IP address. */
const STATUS = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/

/** Matches a reply's code before a status (RFC 2034). Some servers put a `#` between them. */
const REPLY = /(?<!\d)[245]\d\d[ -]#?(?=[245]\.\d{1,3}\.\d{1,3}(?!\.?\d))/

/** Returns the status in a text such as `5.1.1` or `smtp; 550 5.1.1 <ada@example.com>: User unknown`. */
export function statusIn(text: string): string | undefined {
  const reply = REPLY.exec(text)
  return STATUS.exec(reply ? text.slice(reply.index + reply[0].length) : text)?.[0]
}

/** Matches codes without a specific meaning. Outlook.com sends 5.5.0 for a mailbox that does not exist. */
const saysNothing = (status: string | undefined): boolean =>
  status === undefined || /^5\.[05]\.0$/.test(status)

/**
 * Returns the status in the message of the server that refused the email, if it has a meaning. The report's own status
 * may be generic, because a server in between filled it in.
 */
export function statusOf(
  status: string | undefined,
  diagnostic: string | undefined,
): string | undefined {
  const said = statusIn(diagnostic ?? '')
  const given = statusIn(status ?? '')
  return saysNothing(said) ? (given ?? said) : said
}

/** These codes of RFC 3463, section 3.2, refuse the sender's address, not the recipient's. */
const BAD_SENDER = ['5.1.7', '5.1.8']

/**
 * Tells whether the address does not exist (5.1.x), so that no email can ever arrive. All other codes concern the
 * sender (5.7.x), the email, a mailbox that exists, or the moment.
 * @param otherwise the verdict without a meaningful code
 */
export const isBadAddress = (status: string | undefined, otherwise = false): boolean =>
  saysNothing(status)
    ? otherwise
    : /^5\.1\./.test(status ?? '') && !BAD_SENDER.includes(status ?? '')
