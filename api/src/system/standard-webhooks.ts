import { createHmac } from 'node:crypto'

/** A secret of the specification is base64 after its prefix; any other is used as it is. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)

/** A signature of the Standard Webhooks specification 1.0.0 (standardwebhooks.com). */
export const signatureOf = (
  id: string,
  timestamp: string,
  body: string,
  secret: string,
): string => {
  const content = `${id}.${timestamp}.${body}`
  return `v1,${createHmac('sha256', keyOf(secret)).update(content).digest('base64')}`
}
