import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf, watchRoutes } from '../../api/src/http/errors/not-found.ts'
import { HttpError } from '../../api/src/system/error-responses.ts'
import { LINK_HEADERS, LINK_PATHS, WAITLIST_PATH } from '../../contract/waitlist.ts'
import { PICTURES, readManifest, type ServedPage } from '../../web/build/manifest.ts'

const HASHED_ASSETS = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache, no-transform'

const IS_PICTURE = new RegExp(PICTURES)
const COMPRESSED = /[.](?:br|gz)$/

/** For 404 pages. They must always be sent in full, because a 304 would mean that a page exists and has not changed. */
const WHOLE = { etag: false, lastModified: false, acceptRanges: false }

/**
 * Returns whether a browser is opening the form's endpoint as a page, as it does when an error page is reloaded. The
 * site then redirects to the page with the form. Programs do not ask for HTML, so they get the API's 405.
 */
const asksForPageOfForm = ({ method, url, headers }: FastifyRequest): boolean =>
  ['GET', 'HEAD'].includes(method) &&
  pathOf(url) === WAITLIST_PATH &&
  /^text\/html\b/.test(headers.accept ?? '')

/** Returns a URL's query with its question mark, or an empty string. */
const queryOf = (url: string): string => url.slice(pathOf(url).length)

/** Returns other spellings of a page's path, which redirect to the canonical one. */
function otherPathsOf(path: string, file: string): string[] {
  const spellings = path === '/' ? [`/${file}`, '/index'] : [`${path}/`, `/${file}`]
  return spellings.filter((spelling) => spelling !== path)
}

const sendPage = (reply: FastifyReply, page: ServedPage, options = {}): FastifyReply =>
  reply
    .headers({ ...page.headers, 'content-security-policy': page.csp })
    .sendFile(page.file, options)

/**
 * Serves a web build from its output folder with clean URLs, as nginx does in production.
 * @throws if the folder does not contain a complete build
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
    // Without this option, /.well-known/security.txt would not be served.
    serveDotFiles: true,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.startsWith(join(client, 'assets'))
      reply.header('cache-control', hashed ? HASHED_ASSETS : REVALIDATE)
      if (IS_PICTURE.test(path.replace(COMPRESSED, ''))) reply.headers(manifest.pictureHeaders)
    },
  })

  for (const [path, page] of Object.entries(manifest.pages)) {
    app.get(path, (_request, reply) => sendPage(reply, page))
    for (const other of otherPathsOf(path, page.file)) {
      app.get(other, ({ url }, reply) => reply.redirect(path + queryOf(url), 301))
    }
  }

  for (const path of [LINK_PATHS.friends, LINK_PATHS.erase]) {
    app.get(path, ({ url }, reply) =>
      reply.headers(LINK_HEADERS).redirect(LINK_PATHS.data + queryOf(url), 303),
    )
  }

  app.setNotFoundHandler(({ method, url }, reply) => {
    const error = reason(url)
    if (error.status !== 404 || !['GET', 'HEAD'].includes(method)) throw new HttpError(error)
    return sendPage(reply.code(404), manifest.notFound, WHOLE)
  })
}
