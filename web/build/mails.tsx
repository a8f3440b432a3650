import './environment.ts'
import type { ReactElement } from 'react'
import { render, toPlainText } from 'react-email'
import { html } from '../../letters/html.ts'
import type { MailTemplate, MailTemplates, NewsPage } from '../../letters/mail-templates.ts'
import { brand } from '../content/brand.ts'
import { state } from '../content/launch.ts'
import { mails } from '../content/mails.ts'
import { news } from '../content/news.ts'
import { referrals } from '../content/referrals.ts'
import { boardLook } from '../design/board.ts'
import { Confirm, Friend, Invite } from '../mails/automatic-mails.tsx'
import { Frame } from '../mails/Frame.tsx'
import { elements, outlookRules, toAttribute } from '../mails/styles.ts'
import { AFTER, makeAfter } from './after-letters.ts'

/** Only Outlook on Windows reads this comment. It is a string, because React doesn't write comments. */
const forOutlook = `<!--[if mso]><style>${outlookRules}</style><![endif]-->`

const asWritten = ['h1', 'h2'].map((selector) => ({ selector, options: { uppercase: false } }))

async function template(subject: string, mail: ReactElement): Promise<MailTemplate> {
  const html = await render(mail)
  return {
    subject,
    html: html.replace('</head>', `${forOutlook}</head>`),
    text: withoutSubject(toPlainText(html, { selectors: asWritten })),
  }
}

/** Removes the subject from a reply address, because it has no use in plain text. */
const withoutSubject = (text: string): string => text.replace(/(\S@\S+?)\?subject=\S*/g, '$1')

type Styles = MailTemplates['styles']

const newsPage = (path: string, { p = '', a = '' }: Styles): NewsPage => {
  const { inBrowser } = mails.announce
  const address = `{{site}}${path}`
  return {
    path,
    html: html`<p style="${p}"><a href="${address}" style="${a}">${inBrowser}</a></p>`.text,
    text: `\n\n${inBrowser}: ${address}`,
  }
}

/** Makes all emails from the content. */
export async function makeMails(): Promise<MailTemplates> {
  const { announce: words } = mails
  const announce = await template(words.subject, <Frame words={words}>{words.body}</Frame>)
  const styles = Object.fromEntries(
    Object.entries(elements).map(([name, style]) => [name, toAttribute(style)]),
  )
  return {
    origin: brand.origin,
    launch: state,
    name: brand.name,
    supportEmail: brand.supportEmail,
    postalAddress: brand.postalAddress,
    confirm: await template(mails.confirm.subject, <Confirm words={mails.confirm} />),
    remind: await template(mails.remind.subject, <Confirm words={mails.remind} />),
    after: makeAfter(AFTER, { announce, styles }),
    invite: await template(mails.invite.subject, <Invite words={mails.invite} />),
    claim: await template(mails.claim.subject, <Invite words={mails.claim} />),
    ...(referrals && {
      friend: await template(mails.friend.subject, <Friend words={mails.friend} />),
    }),
    announce,
    ...(news.length > 0 && {
      news: Object.fromEntries(news.map(({ id, path }) => [id, newsPage(path, styles)])),
    }),
    styles,
    board: boardLook,
  }
}
