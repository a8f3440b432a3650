import { readFile } from 'node:fs/promises'
import { readTemplates } from '../../../../letters/templates.ts'
import { providerOf } from '../../mail/providers.ts'
import { senderOf } from '../../mail/sender.ts'
import { openTransport, smtpOptions } from '../../mail/transport.ts'
import { LOOPBACK } from '../../system/environment.ts'
import type { Context } from '../cli/context.ts'
import { NO_POSTAL_ADDRESS } from '../cli/postal-address.ts'
import { beforeLive, type Checks, type Finding, judge, type Level, ok, problem } from './checks.ts'
import { isReserved, isTrial } from './site.ts'

/**
 * The emails that the build has made, and their sender.
 * @throws when there are none
 */
export function readBuild(site: Context) {
  const templates = readTemplates(site.mailsFile ?? 'MAILS_FILE')
  const { smtpUrl, from } = site.mail
  const origin = site.siteUrl ?? templates.origin
  const sender = senderOf(from, templates)
  const domain = sender.address.split('@')[1] ?? ''
  const smtpHost = smtpUrl && smtpOptions(smtpUrl).host
  /** Of what a trial may lack. */
  const lack: Level = isTrial(origin) ? 'before live' : 'problem'
  return { ...site, templates, origin, sender, domain, smtpHost, lack }
}

interface SmtpError {
  readonly code?: string
  /** Of the network or of TLS. */
  readonly originalCode?: string
  readonly responseCode?: number
}

/** Neither the message nor the URL is printed, because they can hold the password. */
function explain({ code, originalCode, responseCode }: SmtpError): Finding {
  const reason = responseCode ?? originalCode ?? code ?? 'unknown'
  if (code === 'EAUTH') {
    return problem(
      `the mail server refuses the login (${reason})`,
      'Correct the user and the password in SMTP_URL. Write characters such as @ and / as %40 and %2F.',
    )
  }
  return problem(
    `the mail server cannot be reached (${reason})`,
    'Correct the host and the port in SMTP_URL. The host is the name in its certificate. Port 465 needs smtps://, 587 smtp://, and many networks block 25.',
  )
}

const NO_SERVER =
  'SMTP_URL is not set: emails are written to files, but the site promises a confirmation, updates and an invitation by email'

/** As the web build writes it. */
type Sample = Readonly<Record<'what' | 'where' | 'why', string>>

export const BUILD: Checks<ReturnType<typeof readBuild>> = {
  links({ origin }) {
    const { hostname, protocol } = new URL(origin)
    const isHere = LOOPBACK.test(hostname)
    const port = isHere
      ? '\nFor another port here, set PORT in .env, which every program reads.'
      : ''
    const fix = `Set SITE_URL in .env to the public address of the site, with https://.${port}`
    const isPublic = protocol === 'https:' && !isHere
    return judge(isPublic, `emails link to ${origin}`, fix, 'before live')
  },

  'postal address': ({ templates }) =>
    templates.postalAddress
      ? ok('emails name a postal address')
      : beforeLive(
          NO_POSTAL_ADDRESS,
          'Set BRAND_POSTAL_ADDRESS in .env, and build the site again.',
        ),

  /** Whether it takes a connection, TLS and the login. */
  async 'mail server'({ mail, sender, lack }) {
    if (mail.smtpUrl === undefined) {
      return judge(false, NO_SERVER, 'Set SMTP_URL to your mail server.', lack)
    }
    const transport = await openTransport(mail, sender, '')
    try {
      await transport.verify()
      return ok(`${transport.place} accepts emails`)
    } catch (error) {
      return explain(error as SmtpError)
    } finally {
      transport.close()
    }
  },

  sender({ smtpHost, sender: { address }, domain, lack }) {
    if (smtpHost === undefined) return []
    const found = `emails come from ${address}`
    if (!isReserved(domain)) return ok(found)
    const fix = 'Set MAIL_FROM, or BRAND_SUPPORT_EMAIL for the whole site.'
    return judge(false, `${found}, which is sample content`, fix, lack)
  },

  /** Of a mail provider. Other mail servers send them to MAIL_FROM. */
  bounces({ bounces, origin, smtpHost = '' }) {
    const provider = providerOf(smtpHost)
    if (provider === undefined) return []
    const address = `${origin}/api/bounces/${provider}`
    if (bounces?.provider !== provider) {
      return problem(
        `${smtpHost} reports bounces to a webhook only, and BOUNCE_PROVIDER is not ${provider}`,
        `Set BOUNCE_PROVIDER=${provider} and BOUNCE_KEY, and enter ${address}?key=BOUNCE_KEY there (docs/bounces.md).`,
      )
    }
    return ok(`bounces are received at ${address}`)
  },

  async 'sample content'({ samplesFile }) {
    const samples: readonly Sample[] = JSON.parse(await readFile(samplesFile ?? '', 'utf8'))
    if (samples.length === 0) return ok('no sample content is left on the site')
    return samples.map(({ what, where, why }) => beforeLive(what, `${where}: ${why}`))
  },
}
