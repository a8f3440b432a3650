import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { MailTemplates } from '../api/contract/mail-templates.ts'
import type { OwnerConfig } from '../api/src/config/owner.ts'
import { mailFolder } from '../api/src/mail/transport.ts'
import { openPost } from '../api/src/queue/post.ts'
import { startWorker } from '../api/src/worker/start-worker.ts'
import { type Account, isRoot, run } from './account.ts'
import type { Lifecycle } from './lifecycle.ts'

export interface LocalWorker {
  readonly app: FastifyInstance
  readonly owner: OwnerConfig & { readonly ownerUrl: string; readonly dataDir: string }
  readonly templates: MailTemplates
  /** Gets the files of mails, which an earlier start may have written as root. */
  readonly account: Account
}

/**
 * Opens all files of the worker.
 * @returns a function that starts it in this process. It gets the address of the site, for mails
 *   without SITE_URL, and returns where the mails go.
 */
export async function openLocalWorker(
  { app, owner, templates, account: { uid, gid } }: LocalWorker,
  life: Lifecycle,
): Promise<(url: string) => string> {
  const post = await openPost(owner, templates)
  const folder = mailFolder(owner.dataDir)
  if (isRoot() && existsSync(folder)) await run('chown', ['-hR', `${uid}:${gid}`, folder])
  return (url) => {
    const origin = owner.siteUrl ?? new URL(url).origin
    const worker = startWorker({ ...post, origin, ownerUrl: owner.ownerUrl, log: app.log })
    life.onStop(() => worker.stop())
    return post.transport.place
  }
}
