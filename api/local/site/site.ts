import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { WAITLIST_PATH } from '../../contract/waitlist.ts'
import { pathOf, watchRoutes } from '../../src/errors/not-found.ts'
import { HttpError } from '../../src/errors/responses.ts'
import type { SitePage } from './manifest.ts'
import { readManifest } from './read-manifest.ts'
import { otherPathsOf, queryOf } from './redirects.ts'

const HASHED_ASSETS = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'

/** Without a tag: a cached copy would be confirmed by an empty answer, which 404 cannot be. */
const WHOLE = { etag: false, lastModified: false, acceptRanges: false }

/**
 * Without JavaScript the answer to the form has the API's address. Who asks for it again by
 * the address bar wants the page; programs ask for no HTML, and get the API's 405.
 */
const asksForPageOfForm = ({ method, url, headers }: FastifyRequest): boolean =>
  ['GET', 'HEAD'].includes(method) &&
  pathOf(url) === WAITLIST_PATH &&
  /^text\/html\b/.test(headers.accept ?? '')

const sendPage = (reply: FastifyReply, page: SitePage, options = {}): FastifyReply =>
  reply.header('content-security-policy', page.csp).sendFile(page.file, options)

/**
 * Serves a web build from its output folder at clean URLs, as nginx does in production.
 * @throws when the folder holds no complete build
 */
export const site = (siteDir: string) => async (app: FastifyInstance) => {
  const manifest = readManifest(siteDir)
  const reason = watchRoutes(app)
  const client = resolve(siteDir, 'client')

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(manifest.headers)
    if (asksForPageOfForm(request)) return reply.redirect('/waitlist', 303)
  })

  await app.register(fastifyStatic, {
    root: client,
    wildcard: false,
    // /.well-known/security.txt
    serveDotFiles: true,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.startsWith(join(client, 'assets'))
      reply.header('cache-control', hashed ? HASHED_ASSETS : REVALIDATE)
    },
  })

  for (const [path, page] of Object.entries(manifest.pages)) {
    app.get(path, (_request, reply) => sendPage(reply, page))
    for (const other of otherPathsOf(path, page.file)) {
      app.get(other, ({ url }, reply) => reply.redirect(path + queryOf(url), 301))
    }
  }

  app.setNotFoundHandler(({ method, url }, reply) => {
    const answer = reason(url)
    if (answer.status !== 404 || !['GET', 'HEAD'].includes(method)) throw new HttpError(answer)
    return sendPage(reply.code(404), manifest.notFound, WHOLE)
  })
}
