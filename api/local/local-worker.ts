import type { FastifyInstance } from 'fastify'
import type { MailTemplates } from '../contract/mail-templates.ts'
import type { OwnerConfig } from '../src/config.ts'
import { openPost } from '../src/mail/post.ts'
import { startWorker } from '../src/worker/start-worker.ts'
import type { Lifecycle } from './lifecycle.ts'

export interface LocalWorker {
  readonly app: FastifyInstance
  readonly owner: OwnerConfig & { readonly ownerUrl: string }
  /** The address of the site in mails, unless SITE_URL is set. */
  readonly url: string
  readonly templates: MailTemplates
}

/**
 * Starts the worker in this process.
 * @returns where the mails go
 */
export async function startLocalWorker(
  { app, owner, url, templates }: LocalWorker,
  life: Lifecycle,
): Promise<string> {
  const post = await openPost(
    { ...owner, siteUrl: owner.siteUrl ?? new URL(url).origin },
    templates,
  )
  const worker = startWorker({ ...post, ownerUrl: owner.ownerUrl, log: app.log })
  life.onStop(() => worker.stop())
  return post.transport.place
}
