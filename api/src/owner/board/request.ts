import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Session } from '../../system/session.ts'
import type { Board } from './page.ts'

/** What a link or a form sends. A parameter that is there twice is left out. */
export type Parameters = Readonly<Partial<Record<string, string>>>

const parametersOf = (sent: unknown): Parameters =>
  Object.fromEntries(
    Object.entries(Object(sent)).filter((entry) => typeof entry[1] === 'string'),
  ) as Parameters

interface BoardRequest {
  readonly session: Session
  readonly sent: Parameters
  readonly reply: FastifyReply
}

type Handler = (request: BoardRequest) => FastifyReply | Promise<FastifyReply>

/** Adds routes, each with a session of its own and what was sent to it. */
export const routesOf = (app: FastifyInstance, { withSession }: Board) => ({
  /** For what needs no session. */
  app,
  get: (path: string, handle: Handler) =>
    app.get(path, ({ query }, reply) =>
      withSession(async (session) => handle({ session, sent: parametersOf(query), reply })),
    ),
  post: (path: string, handle: Handler) =>
    app.post(path, ({ body }, reply) =>
      withSession(async (session) => handle({ session, sent: parametersOf(body), reply })),
    ),
})

export type Routes = ReturnType<typeof routesOf>

/** The key of an object, or the default when a parameter names none of its keys. */
export const keyOf = <Key extends string>(
  value: string | undefined,
  object: Readonly<Record<Key, unknown>>,
  fallback: Key,
): Key => (value !== undefined && Object.hasOwn(object, value) ? (value as Key) : fallback)

/** The address of a page of the board. Empty parameters are left out. */
export function addressOf(path: string, parameters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''))
  return query.size === 0 ? path : `${path}?${query}`
}
