import { Resolver } from 'node:dns/promises'
import type { MailTemplates } from '../../../contract/mail-templates.ts'
import { LOOPBACK } from '../../config/environment.ts'
import { readTemplates, senderOf } from '../../mail/templates.ts'
import { smtpOptions } from '../../mail/transport.ts'
import type { Context } from '../context.ts'
import { NO_POSTAL_ADDRESS } from '../postal-address.ts'
import { bounces } from './bounces.ts'
import { DNS_CHECKS } from './dns.ts'
import { type Finding, named, type Result, runChecks } from './finding.ts'
import { mailServer } from './mail-server.ts'

/** Domains that reach no one (RFC 2606, RFC 6761), such as that of the sample brand. */
const RESERVED = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/

/** A site without HTTPS or without a real name is not public. */
export function isTrialSite(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol !== 'https:' || RESERVED.test(hostname)
}

function senderResult(address: string, isTrial: boolean): Result {
  const found = `emails come from ${address}`
  if (!RESERVED.test(address.split('@')[1] ?? '')) return [found]
  const fix = 'Set MAIL_FROM, or BRAND_SUPPORT_EMAIL for the whole site.'
  const sample = `${found}, which is sample content`
  return isTrial ? [sample, fix, 'before live'] : [sample, fix]
}

function linksResult(origin: string): Result {
  const found = `emails link to ${origin}`
  const { hostname, protocol } = new URL(origin)
  const fix = 'Set SITE_URL in .env to the public address of the site, with https://.'
  if (LOOPBACK.test(hostname)) {
    return [`${found}, which is another machine for everyone else`, fix, 'before live']
  }
  if (protocol !== 'https:') return [`${found}, without HTTPS`, fix, 'before live']
  return [found]
}

const postalResult = (address: string): Result =>
  address
    ? ['emails name a postal address']
    : [
        NO_POSTAL_ADDRESS,
        'Set BRAND_POSTAL_ADDRESS in .env, and build the site again.',
        'before live',
      ]

/** In milliseconds. */
const LIMITS = { timeout: 2_000, tries: 2 }

/** Checks that emails can be sent, and that receivers can trust them. */
export async function examineMail(context: Context): Promise<Finding[]> {
  const { mail, mailsFile, siteUrl } = context
  let templates: MailTemplates
  try {
    templates = await readTemplates(mailsFile ?? '')
  } catch {
    return named('mail', [
      ['unknown: the site is not built yet', 'Start the site once, or run npm run build.'],
    ])
  }
  const sender = senderOf(mail.from, templates)
  const origin = siteUrl ?? templates.origin
  const server = [
    ...named('links', [linksResult(origin)]),
    ...named('postal address', [postalResult(templates.postalAddress)]),
    ...named('mail server', await mailServer(context, sender, isTrialSite(origin))),
  ]
  if (mail.smtpUrl === undefined) return server
  const domain = sender.address.split('@')[1] ?? ''
  const findings = [
    ...server,
    ...named('sender', [senderResult(sender.address, isTrialSite(origin))]),
    ...named('bounces', bounces(context, origin)),
  ]
  if (RESERVED.test(domain)) return findings
  const mailer = { domain, smtpHost: smtpOptions(mail.smtpUrl).host ?? '', dkim: mail.dkim }
  return [...findings, ...(await runChecks(DNS_CHECKS, mailer, new Resolver(LIMITS)))]
}
