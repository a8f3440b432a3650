import type { FastifyInstance, FastifyReply } from 'fastify'
import type { BoardLook, MailTemplates } from '../../../../letters/mail-templates.ts'
import type { Session } from '../../system/session.ts'
import type { Context } from '../cli/context.ts'

/** The name and the look, from the web build. */
export type Brand = Pick<MailTemplates, 'name'> & { readonly look: BoardLook }

/** The context and the brand that every page of the board needs. */
export interface Board extends Context {
  readonly brand: Brand
  /** The path of the suppressions file. */
  readonly suppressions: string
}

/** Parameters of a link or a form. A repeated parameter is left out. */
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

/**
 * Returns functions that add routes. Each request gets its own session, so that two requests never share a transaction.
 */
export const routesOf = (app: FastifyInstance, { withSession }: Board) => ({
  /** Routes without a session are added to the app itself. */
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

/** Returns a key of the object: the given value if it is one, or else the default. */
export const keyOf = <Key extends string>(
  value: string | undefined,
  object: Readonly<Record<Key, unknown>>,
  fallback: Key,
): Key => (value !== undefined && Object.hasOwn(object, value) ? (value as Key) : fallback)

/** Returns the path and query of a board page, without empty parameters. */
export function addressOf(path: string, parameters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''))
  return query.size === 0 ? path : `${path}?${query}`
}
