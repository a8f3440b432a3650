import type { IncomingHttpHeaders } from 'node:http'
import { type DeliveryReport, withoutBrackets } from '../delivery-report.ts'
import { isBadAddress, statusOf } from '../status.ts'

/** A request of a mail provider. */
export interface ProviderRequest {
  readonly headers: IncomingHttpHeaders
  /** As it was sent, because signatures are about the bytes. */
  readonly body: string
}

/**
 * Reads what a provider tells about mails. Deliveries, opened mails and the like are no reports. A
 * request may come twice: applying a report twice changes nothing, so no time is checked.
 * @param signingKey checks the signature, if the provider signs with a key of the account
 * @throws ForgedRequest when the signature is missing or wrong
 * @throws SyntaxError when the body is no JSON
 */
export type Provider = (
  request: ProviderRequest,
  signingKey: string | undefined,
) => readonly DeliveryReport[] | Promise<readonly DeliveryReport[]>

/** The signature of a request is missing or wrong. */
export class ForgedRequest extends Error {
  override readonly name = 'ForgedRequest'
}

export type Members = Readonly<Record<string, unknown>>

/** The members of a JSON object; any other value has none. */
export const members = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {}

/** A text; anything else, and an empty one, is absent. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** The mail that a report is about. */
type About = Pick<DeliveryReport, 'messageId' | 'recipient'>

/** The recipient calls the mail spam. */
export const complaint = (about: About): DeliveryReport => ({
  kind: 'complaint',
  status: undefined,
  ...about,
})

/**
 * What the provider calls a hard bounce. It has read the reply and stops sending to the address itself, so
 * that counts where the code says nothing.
 */
export function failure(about: About, code: unknown, diagnostic?: unknown): DeliveryReport {
  const status = statusOf(text(code), text(diagnostic))
  return { kind: isBadAddress(status, true) ? 'refused' : 'other', status, ...about }
}

/** The objects of an array, or a single one. */
export const items = (value: unknown): readonly Members[] =>
  (Array.isArray(value) ? value : [value]).map(members)

/** A Message-ID, which providers write with angle brackets or without. */
export const messageIdOf = (value: unknown): string | undefined => {
  const id = text(value)
  return id && withoutBrackets(id)
}
