import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { ADVICE } from '../../../contract/waitlist.ts'
import { batchedAppend } from '../list/inbox/append.ts'
import { visitCounter } from '../list/visits/count.ts'
import { idHeader, logRequests, serializers } from '../system/logging.ts'
import { openDatabase } from '../system/pool.ts'
import { apiUrl } from '../system/roles.ts'
import { TIMEOUTS } from '../system/server.ts'
import type { ServerConfig } from '../system/settings.ts'
import { API_PREFIX, api } from './api.ts'
import { errorHandler } from './errors/handler.ts'
import { noSite } from './errors/not-found.ts'
import { rewriteLinkPosts } from './link-posts.ts'
import { withoutPorts } from './networks.ts'
import { failureSender, NO_SITE, type SitePages } from './pages.ts'
import { API_HEADERS } from './response-headers.ts'
import { validatorCompiler } from './validator-compiler.ts'

export interface AppOptions {
  /** Serves the paths outside the API. By default, these respond with 404. */
  readonly site?: (app: FastifyInstance) => void | Promise<void>
  readonly pages?: SitePages
  readonly logStream?: { write(line: string): void }
}

/**
 * Builds the app for production, local mode and tests without opening a port. Closing the app closes its database
 * connections.
 */
export async function buildApp(
  config: ServerConfig,
  { site = noSite, pages = NO_SITE, logStream }: AppOptions = {},
): Promise<FastifyInstance> {
  const sendError = errorHandler()
  const sendFrameworkError = errorHandler(failureSender(ADVICE.address))
  const app = Fastify({
    logger: {
      level: config.logLevel ?? 'info',
      serializers,
      ...(logStream && { stream: logStream }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: [...config.trustProxy],
    rewriteUrl: rewriteLinkPosts,
    ...TIMEOUTS,
    // During shutdown, the app still responds on open connections, with `connection: close`.
    return503OnClosing: false,
    // Handles errors that happen before routing, such as an address with a lone `%`.
    frameworkErrors: (error, request, reply) =>
      sendFrameworkError(error, request, reply.headers({ ...API_HEADERS, ...idHeader(request) })),
  })
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const forwarded = headers['x-forwarded-for']
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = withoutPorts(forwarded)
    done()
  })
  app.setValidatorCompiler(validatorCompiler)
  logRequests(app)
  app.decorate('frame', pages.frame).decorate('rewards', pages.rewards ?? [])
  // Routes that are added later inherit this handler.
  app.setErrorHandler(sendError)

  const { databaseUrl, apiPassFile } = config
  const url = apiPassFile ? await apiUrl(databaseUrl, apiPassFile) : databaseUrl
  const onIdleError = (error: Error) =>
    app.log.warn({ err: error }, 'an idle database connection was lost')
  const database = openDatabase(url, onIdleError)
  app.addHook('onClose', () => database.close())
  // Emailed links and claims use a separate connection, so that they don't delay signups while they wait for a lock.
  const links = openDatabase(url, onIdleError, 1)
  app.addHook('onClose', () => links.close())
  const visits = visitCounter(database, pages.visited, (error) =>
    app.log.warn({ reason: error }, 'visit counts are waiting for the database'),
  )
  // Fastify runs the `onClose` hooks in reverse order, so this one writes the last visits before the database closes.
  app.addHook('onClose', () => visits.close())

  await site(app)
  const append = batchedAppend(database)
  const services = { config, database, links, append, visits }
  await app.register(api, { prefix: API_PREFIX, services })
  return app
}
