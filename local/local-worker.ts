import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { suppressionsFile } from '../api/src/list/suppressions/file.ts'
import { openPost } from '../api/src/mail/transport/post.ts'
import type { Config } from '../api/src/system/settings.ts'
import { startWorker } from '../api/src/worker/start-worker.ts'
import type { MailTemplates } from '../letters/mail-templates.ts'
import { type Account, isRoot, run } from './account.ts'
import type { Lifecycle } from './lifecycle.ts'

export interface LocalWorker {
  readonly app: FastifyInstance
  readonly owner: Config & { readonly ownerUrl: string; readonly dataDir: string }
  readonly templates: MailTemplates
  /** The account that takes over email files written by an earlier start as root. */
  readonly account: Account
}

/**
 * Opens all of the worker's files.
 * @returns a function that starts the worker in this process and says where the emails go
 */
export async function openLocalWorker(
  { app, owner, templates, account: { uid, gid } }: LocalWorker,
  life: Lifecycle,
): Promise<() => string> {
  const post = await openPost(owner, templates)
  const suppressions = suppressionsFile(owner.dataDir)
  await mkdir(dirname(suppressions), { recursive: true, mode: 0o700 })
  for (const folder of [post.mailFolder, dirname(suppressions)]) {
    if (isRoot() && existsSync(folder)) await run('chown', ['-hR', `${uid}:${gid}`, folder])
  }
  return () => {
    const worker = startWorker({
      ...post,
      ownerUrl: owner.ownerUrl,
      suppressionsFile: suppressions,
      log: app.log,
    })
    life.onStop(() => worker.stop())
    return post.transport.place
  }
}
