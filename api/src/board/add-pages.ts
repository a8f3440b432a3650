import type { FastifyInstance } from 'fastify'
import type { Session } from '../database/session.ts'

export interface Board {
  /** The brand's name. */
  readonly name: string
  /** Whether REFERRALS is on. */
  readonly referrals: boolean
  /** The copy of the refusals outside of the database. */
  readonly refusals: string
  /** Opens a session for one request, so that two requests never share a transaction. */
  withSession<T>(work: (session: Session) => Promise<T>): Promise<T>
}

/** Adds routes to the board's app. */
export type AddPages = (app: FastifyInstance, board: Board) => void
