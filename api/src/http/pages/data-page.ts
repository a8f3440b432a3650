import type { FastifyReply } from 'fastify'
import {
  DATA_WORDS,
  describeHeld,
  type HeldData,
  LINK_PATHS,
  TOKEN,
} from '../../../../contract/waitlist.ts'
import { html } from '../../../../mails/html.ts'
import { sendPage } from './plain-page.ts'

/**
 * The page for a form sent without JavaScript. Its first form is sent to the address of the page. The
 * paragraphs keep the space around buttons that fingers need (WCAG 2.5.8).
 */
export const sendDataPage = (reply: FastifyReply, held: HeldData, token: string): FastifyReply =>
  sendPage(
    reply,
    DATA_WORDS.title,
    html`<dl>
${describeHeld(held).map(([label, text]) => html`<dt>${label}</dt><dd>${text}</dd>`)}
</dl>
<form method="post"><p><button name="as" value="file">${DATA_WORDS.download}</button></p></form>
<details>
<summary>${DATA_WORDS.erase}</summary>
<p>${DATA_WORDS.warning}</p>
<form method="post" action="${LINK_PATHS.erase}?${TOKEN}=${token}"><p><button>${DATA_WORDS.confirmErase}</button></p></form>
</details>`,
    "'self'",
  )
