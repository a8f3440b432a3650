import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyPluginAsync, preValidationAsyncHookHandler } from 'fastify'
import type { Append } from '../list/inbox/append.ts'
import type { VisitCounter } from '../list/visits/count.ts'
import type { Database } from '../system/pool.ts'
import type { Config } from '../system/settings.ts'

export interface Services {
  readonly config: Config
  readonly database: Database
  /** A one-connection pool for requests that may wait for a lock: emailed links and claims. */
  readonly links: Database
  readonly append: Append
  readonly visits: VisitCounter
  /** Limits the forms from each client address, all kinds together. */
  readonly limitForms: preValidationAsyncHookHandler
}

/**
 * The default export of a file in `endpoints/`, whose paths are relative to `/api`. The app derives the OpenAPI
 * description, 405 responses with `Allow`, logs and error responses from its routes.
 */
export type Endpoint = FastifyPluginAsync<Services>

const FOLDER = join(import.meta.dirname, './endpoints')

/** Replaces @fastify/autoload, whose imports bypass Vitest and would give tests two copies of each module. */
const importEndpoint = async (file: string): Promise<Endpoint> =>
  (await import(pathToFileURL(join(FOLDER, file)).href)).default

export async function registerEndpoints(app: FastifyInstance, services: Services): Promise<void> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'))
  const endpoints = await Promise.all(files.sort().map(importEndpoint))
  for (const endpoint of endpoints) await app.register(endpoint, services)
}
