import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { DeliveryReport } from '../../list/apply-reports.ts'
import type { BouncesConfig } from '../../system/bounce-settings.ts'
import { isBadAddress, statusOf } from '../status.ts'

/** A request of a mail provider. */
export interface ProviderRequest {
  readonly headers: IncomingHttpHeaders
  /** As it was sent, because signatures cover the exact bytes. */
  readonly body: string
}

/** What a request is checked with. */
export type ProviderKeys = Partial<Pick<BouncesConfig, 'signingKey' | 'topicArn'>>

/**
 * Reads what a provider reports about emails. Deliveries, opened mails and the like are no reports.
 * @throws ForgedRequest when the signature is missing or wrong
 * @throws SyntaxError when the body is no JSON
 */
export type Provider = (
  request: ProviderRequest,
  keys: ProviderKeys,
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

/** What a report says, as the provider has written it. */
interface Told {
  readonly messageId?: unknown
  readonly recipient: unknown
  /** The provider, and what it tells the event apart by. */
  readonly event: readonly [provider: string, ...parts: unknown[]]
  readonly time?: unknown
  readonly code?: unknown
  readonly diagnostic?: unknown
}

/** An id of a fixed length, from what the provider tells an event apart by. Without all of it, there is none. */
function eventIdOf(event: Told['event']): string | undefined {
  const words = event.map((part) => (typeof part === 'number' ? String(part) : text(part)))
  if (words.includes(undefined)) return undefined
  return createHash('sha256').update(JSON.stringify(words)).digest('base64url')
}

/** A time in seconds since 1970, or a text such as `2026-11-22T23:41:12.126Z`. In milliseconds. */
export function timeOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  const time = typeof seconds === 'number' ? seconds * 1_000 : Date.parse(text(value) ?? '')
  return Number.isFinite(time) ? time : undefined
}

const aboutOf = ({ messageId, recipient, event, time }: Told) => ({
  // providers write it with angle brackets or without
  messageId: (text(messageId) ?? '').replace(/[<>\s]/g, '') || undefined,
  recipient: text(recipient),
  eventId: eventIdOf(event),
  reportedAt: timeOf(time),
})

/** The recipient calls the email spam. */
export const complaint = (told: Told): DeliveryReport => ({
  kind: 'complaint',
  status: undefined,
  ...aboutOf(told),
})

/**
 * What the provider calls a hard bounce. It has read the reply and stops sending to the address itself, so
 * that counts where the code says nothing.
 */
export function failure(told: Told): DeliveryReport {
  const status = statusOf(text(told.code), text(told.diagnostic))
  return { kind: isBadAddress(status, true) ? 'refused' : 'other', status, ...aboutOf(told) }
}

/** The objects of an array, or a single one. */
export const items = (value: unknown): readonly Members[] =>
  (Array.isArray(value) ? value : [value]).map(members)
