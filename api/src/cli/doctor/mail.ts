import { signsWithKey } from '../../config/bounces.ts'
import { LOOPBACK } from '../../config/environment.ts'
import { providerOf } from '../../mail/providers/providers.ts'
import { openTransport } from '../../mail/transport.ts'
import { NO_POSTAL_ADDRESS } from '../postal-address.ts'
import { beforeLive, type Findings, ok, onceLive, problem } from './finding.ts'
import { isReserved, type WithEmails, type WithMailServer } from './parts.ts'

export function links({ origin }: WithEmails): Findings {
  const found = `emails link to ${origin}`
  const { hostname, protocol } = new URL(origin)
  const fix = 'Set SITE_URL in .env to the public address of the site, with https://.'
  if (LOOPBACK.test(hostname)) {
    return beforeLive(`${found}, which is another machine for everyone else`, fix)
  }
  return protocol === 'https:' ? ok(found) : beforeLive(`${found}, without HTTPS`, fix)
}

export const postalAddress = ({ templates }: WithEmails): Findings =>
  templates.postalAddress
    ? ok('emails name a postal address')
    : beforeLive(NO_POSTAL_ADDRESS, 'Set BRAND_POSTAL_ADDRESS in .env, and build the site again.')

const OF_TLS = /^(?:ETLS|ERR_SSL|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/

interface SmtpError {
  readonly code?: string
  /** Of the network or of TLS. */
  readonly originalCode?: string
  readonly responseCode?: number
}

/** Neither the message nor the URL is printed, because they can hold the password. */
function explain({ code = '', originalCode = '', responseCode }: SmtpError): Findings {
  const reason = responseCode ?? (originalCode || code || 'unknown')
  if (code === 'EAUTH') {
    return problem(
      `the mail server refuses the login (${reason})`,
      'Correct the user and the password in SMTP_URL. Write characters such as @ and / as %40 and %2F.',
    )
  }
  if (OF_TLS.test(code) || OF_TLS.test(originalCode)) {
    return problem(
      `no secure connection to the mail server (${reason})`,
      'Use the host name of its certificate in SMTP_URL, with smtps:// for port 465 and smtp:// for 587.',
    )
  }
  return problem(
    `the mail server cannot be reached (${reason})`,
    'Correct the host and the port in SMTP_URL. Many networks block port 25: use 587 or 465.',
  )
}

/** Whether emails are sent: the server takes a connection, TLS and the login. */
export async function mailServer({ mail, sender, isTrial }: WithEmails): Promise<Findings> {
  if (mail.smtpUrl === undefined) {
    const found = 'SMTP_URL is not set: emails are written to files'
    const promise = ', but the site promises a confirmation, updates and an invitation by email'
    return onceLive(isTrial)(found + (isTrial ? '' : promise), 'Set SMTP_URL to your mail server.')
  }
  const transport = await openTransport({ ...mail, dkim: undefined }, sender, '')
  try {
    await transport.verify()
    return ok(`${transport.place} accepts emails`)
  } catch (error) {
    return explain(error as SmtpError)
  } finally {
    transport.close()
  }
}

export function sender({ sender: { address }, domain, isTrial }: WithEmails): Findings {
  const found = `emails come from ${address}`
  if (!isReserved(domain)) return ok(found)
  const fix = 'Set MAIL_FROM, or BRAND_SUPPORT_EMAIL for the whole site.'
  return onceLive(isTrial)(`${found}, which is sample content`, fix)
}

/** Whether the mail provider can tell of bounces. Other mail servers send them to MAIL_FROM. */
export function bounces({ bounces, origin, smtpHost }: WithMailServer): Findings {
  const provider = providerOf(smtpHost)
  if (provider === undefined) return []
  const address = `${origin}/api/bounces/${provider}`
  if (bounces === undefined) {
    return problem(
      `${smtpHost} reports bounces to a webhook only, and BOUNCE_KEY is not set`,
      `Set BOUNCE_PROVIDER=${provider} and BOUNCE_KEY, and enter ${address}?key=BOUNCE_KEY there (docs/bounces.md).`,
    )
  }
  if (bounces.provider !== provider) {
    return problem(
      `emails are sent by ${smtpHost}, and bounces are received from ${bounces.provider}`,
      `Set BOUNCE_PROVIDER=${provider} (docs/bounces.md).`,
    )
  }
  const isUnsigned = signsWithKey(provider) && bounces.signingKey === undefined
  const note = isUnsigned ? ', by their key alone: BOUNCE_SIGNING_KEY is not set' : ''
  return ok(`bounces are received at ${address}${note}`)
}
