import { signsWithKey } from '../../config/bounces.ts'
import { providerOf } from '../../mail/providers/providers.ts'
import { smtpOptions } from '../../mail/transport.ts'
import type { Context } from '../context.ts'
import type { Result } from './finding.ts'

/** Whether the mail provider can tell of bounces. Other mail servers send them to MAIL_FROM. */
export function bounces({ mail, bounces }: Context, origin: string): readonly Result[] {
  const host = smtpOptions(mail.smtpUrl ?? 'smtp://localhost').host ?? ''
  const provider = providerOf(host)
  if (provider === undefined) return []
  const address = `${origin}/api/bounces/${provider}`
  if (bounces === undefined) {
    const found = `${host} reports bounces to a webhook only, and BOUNCE_KEY is not set`
    const fix = `Set BOUNCE_PROVIDER=${provider} and BOUNCE_KEY, and enter ${address}?key=BOUNCE_KEY there`
    return [[found, `${fix} (docs/bounces.md).`]]
  }
  if (bounces.provider !== provider) {
    const found = `emails are sent by ${host}, and bounces are received from ${bounces.provider}`
    return [[found, `Set BOUNCE_PROVIDER=${provider} (docs/bounces.md).`]]
  }
  const isUnsigned = signsWithKey(provider) && bounces.signingKey === undefined
  const note = isUnsigned ? ', by their key alone: BOUNCE_SIGNING_KEY is not set' : ''
  return [[`bounces are received at ${address}${note}`]]
}
