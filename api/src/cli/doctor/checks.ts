import { fold } from '../../inbox/fold.ts'
import * as database from './database.ts'
import { DNS_CHECKS } from './dns.ts'
import { type Findings, NOT_BUILT, ok } from './finding.ts'
import * as mail from './mail.ts'
import type { OnServer, Parts } from './parts.ts'
import * as visit from './visit.ts'
import * as work from './work.ts'

type Check = (parts: Parts) => Findings | Promise<Findings>

/** Looks at one part, and finds nothing without it. */
const of =
  <Name extends keyof Parts>(
    name: Name,
    check: (part: NonNullable<Parts[Name]>) => Findings | Promise<Findings>,
  ): Check =>
  ({ [name]: part }) =>
    part === undefined ? [] : check(part)

/** Before the checks that count people and emails. */
async function foldForms({ session, mail }: OnServer): Promise<Findings> {
  await fold(session, { events: mail.webhook !== undefined })
  return ok('none is waiting')
}

/** By their names, in the order of the list. */
export const CHECKS: Readonly<Record<string, Check>> = {
  migrations: of('server', database.migrations),
  forms: of('tables', foldForms),
  roles: of('tables', database.roles),
  durability: of('server', database.durability),
  health: of('server', database.health),
  'disk space': of('site', database.diskSpace),
  encryption: of('server', database.encryption),
  retention: of('tables', work.retention),
  confirmations: of('tables', work.confirmations),
  'failed emails': of('tables', work.failedEmails),
  'failed webhooks': of('tables', work.failedWebhooks),
  notices: of('tables', work.notices),
  emails: ({ emails }) => (emails ? [] : NOT_BUILT),
  links: of('emails', mail.links),
  'postal address': of('emails', mail.postalAddress),
  'mail server': of('emails', mail.mailServer),
  sender: of('mail', mail.sender),
  bounces: of('mail', mail.bounces),
  SPF: of('dns', DNS_CHECKS.SPF),
  DKIM: of('dns', DNS_CHECKS.DKIM),
  DMARC: of('dns', DNS_CHECKS.DMARC),
  visitors: of('site', visit.visitors),
  certificate: of('site', visit.certificate),
  'sample content': of('site', visit.samples),
}
