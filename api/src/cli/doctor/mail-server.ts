import { openTransport, type Sender } from '../../mail/transport.ts'
import type { Context } from '../context.ts'
import type { Result } from './finding.ts'

const PROMISES = 'the site promises a confirmation, updates and an invitation by email'

const FIX = 'Set SMTP_URL to your mail server.'

interface SmtpError {
  readonly code?: string
  /** Of the network or of TLS. */
  readonly originalCode?: string
  readonly responseCode?: number
}

const OF_TLS = /^(?:ETLS|ERR_SSL|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/

/** Neither the message nor the URL is printed, because they can hold the password. */
function explain({ code = '', originalCode, responseCode }: SmtpError): Result {
  const reason = String(responseCode ?? originalCode ?? (code || 'unknown'))
  if (code === 'EAUTH') {
    return [
      `the mail server refuses the login (${reason})`,
      'Correct the user and the password in SMTP_URL. Write characters such as @ and / as %40 and %2F.',
    ]
  }
  if (OF_TLS.test(code) || OF_TLS.test(originalCode ?? '')) {
    return [
      `no secure connection to the mail server (${reason})`,
      'Use the host name of its certificate in SMTP_URL, with smtps:// for port 465 and smtp:// for 587.',
    ]
  }
  return [
    `the mail server cannot be reached (${reason})`,
    'Correct the host and the port in SMTP_URL. Many networks block port 25: use 587 or 465.',
  ]
}

/** Whether emails are sent: the server takes a connection, TLS and the login. */
export async function mailServer(
  { mail }: Context,
  sender: Sender,
  isTrial: boolean,
): Promise<readonly Result[]> {
  if (mail.smtpUrl === undefined) {
    const found = 'SMTP_URL is not set: emails are written to files'
    return isTrial ? [[found, FIX, 'before live']] : [[`${found}, but ${PROMISES}`, FIX]]
  }
  const transport = await openTransport({ ...mail, dkim: undefined }, sender, '')
  try {
    await transport.verify()
    return [[`${transport.place} accepts emails`]]
  } catch (error) {
    return [explain(error as SmtpError)]
  } finally {
    transport.close()
  }
}
