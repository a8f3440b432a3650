import { openPost } from '../../api/src/mail/transport/post.ts'
import { readConfig } from '../../api/src/system/settings.ts'
import { startWorker, type Worker } from '../../api/src/worker/start-worker.ts'
import type { MailTemplates } from '../../letters/mail-templates.ts'
import type { Settings, TestApp } from './app.ts'

const links = '{{confirm}} {{leave}} {{data}}'

/** Small templates, for tests that do not check the web build's emails. */
export const TEMPLATES: MailTemplates = {
  origin: 'https://site.example',
  launch: { url: undefined, isOpen: true },
  name: 'Site',
  supportEmail: 'support@site.example',
  postalAddress: '1 Main Street, Springfield',
  confirm: { subject: 'Confirm', html: `<p>${links}</p>`, text: links },
  remind: { subject: 'Reminder', html: `<p>${links}</p>`, text: links },
  invite: { subject: 'Invitation', html: `<p>${links}</p>`, text: links },
  claim: { subject: 'Invitation', html: `<p>${links}</p>`, text: links },
  friend: { subject: 'Friend', html: '{{friends}}', text: '{{friends}} {{place}} {{friend}}' },
  after: [],
  announce: { subject: '{{subject}}', html: `{{body}} ${links}`, text: `{{body}} ${links}` },
  styles: {},
  board: { css: '', icon: '' },
}

/** Starts the worker in this process, on an app's database. */
export async function startTestWorker(
  { databaseUrl }: Pick<TestApp, 'databaseUrl'>,
  settings: Settings,
  templates: MailTemplates = TEMPLATES,
): Promise<Pick<Worker, 'stop'> & { readonly log: readonly string[] }> {
  const log: string[] = []
  const write = (detail: object, text: string) => log.push(`${JSON.stringify(detail)} ${text}`)
  const post = await openPost(readConfig({ SITE_URL: templates.origin, ...settings }), templates)
  const worker = startWorker({
    ...post,
    ownerUrl: databaseUrl,
    log: { info: write, warn: write },
  })
  return { stop: () => worker.stop(), log }
}
