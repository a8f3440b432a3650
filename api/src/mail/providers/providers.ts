import type { ProviderName } from '../../system/bounce-settings.ts'
import { brevo } from './brevo.ts'
import { mailgun } from './mailgun.ts'
import { postmark } from './postmark.ts'
import type { Provider } from './provider.ts'
import { resend } from './resend.ts'
import { sendgrid } from './sendgrid.ts'
import { ses } from './ses.ts'

/** Providers by BOUNCE_PROVIDER. */
export const PROVIDERS: Readonly<Record<ProviderName, Provider>> = {
  ses,
  postmark,
  resend,
  mailgun,
  sendgrid,
  brevo,
}

/** The hosts in SMTP_URL. */
const SMTP_HOSTS: Readonly<Record<ProviderName, RegExp>> = {
  ses: /^email-smtp(?:-fips)?\.[a-z\d-]+\.amazonaws\.com(?:\.cn)?$/,
  postmark: /^smtp(?:-broadcasts)?\.postmarkapp\.com$/,
  resend: /^smtp\.resend\.com$/,
  mailgun: /^smtp(?:\.eu)?\.mailgun\.org$/,
  sendgrid: /^smtp(?:\.eu)?\.sendgrid\.net$/,
  brevo: /^smtp-relay\.(?:brevo|sendinblue)\.com$/,
}

/** The provider of a mail server. */
export const providerOf = (smtpHost: string): ProviderName | undefined =>
  (Object.keys(SMTP_HOSTS) as ProviderName[]).find((name) => SMTP_HOSTS[name].test(smtpHost))
