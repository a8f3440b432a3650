// The status codes of RFC 3463 in what servers and providers say about an email that was refused.

/** Three numbers. An address of a server has four. */
const STATUS = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/

/** Where a reply has its status (RFC 2034): behind its code. Some servers write a `#` between them. */
const REPLY = /(?<!\d)[245]\d\d[ -]#?(?=[245]\.\d{1,3}\.\d{1,3}(?!\.?\d))/

/** The status in a text such as `5.1.1` or `smtp; 550 5.1.1 <ada@example.com>: User unknown`. */
export function statusIn(text: string): string | undefined {
  const reply = REPLY.exec(text)
  return STATUS.exec(reply ? text.slice(reply.index + reply[0].length) : text)?.[0]
}

/** These say no more than that it failed. Outlook.com has 5.5.0 for a mailbox that does not exist. */
const saysNothing = (status: string | undefined): boolean =>
  status === undefined || /^5\.[05]\.0$/.test(status)

/** The servers between fill in a generic status, so the words of the server that refused the email count. */
export function statusOf(
  status: string | undefined,
  diagnostic: string | undefined,
): string | undefined {
  const said = statusIn(diagnostic ?? '')
  const given = statusIn(status ?? '')
  return saysNothing(said) ? (given ?? said) : said
}

/** The server does not accept the sender's address (RFC 3463, section 3.2). */
const BAD_SENDER = ['5.1.7', '5.1.8']

/**
 * Whether an email was refused because its address does not exist (5.1.x), so that no further email can arrive.
 * All other codes are about the sender (5.7.x), the email, a mailbox that exists, or the moment.
 * @param otherwise the verdict if there is no code, or one that says nothing
 */
export const isBadAddress = (status: string | undefined, otherwise = false): boolean =>
  saysNothing(status)
    ? otherwise
    : /^5\.1\./.test(status ?? '') && !BAD_SENDER.includes(status ?? '')
