import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Plan } from './cli/plan.ts'

/** How long an owner has to read a preview. The list changes little in this time. */
export const MINUTES = 5

/** A call by an assistant or the board, without its token. */
interface Call {
  readonly tool: string
  readonly args: unknown
}

interface Preview {
  readonly call: Call
  readonly plan: Plan
  readonly expiresAt: number
}

/** Keeps the plans that a client has seen. */
export class Previews {
  readonly #previews = new Map<string, Preview>()

  /** Keeps a plan, and returns the token with which it can be carried out. */
  add(call: Call, plan: Plan): string {
    for (const [token, { expiresAt }] of this.#previews) {
      if (expiresAt <= Date.now()) this.#previews.delete(token)
    }
    const token = randomBytes(12).toString('base64url')
    this.#previews.set(token, { call, plan, expiresAt: Date.now() + MINUTES * 60_000 })
    return token
  }

  /**
   * Returns the plan that a client has seen. A token works once; a wrong call uses it up as well. Returns undefined for
   * a token that is unknown, expired or used, or that belongs to another call.
   */
  take(token: string, call: Call): Plan | undefined {
    const preview = this.#previews.get(token)
    this.#previews.delete(token)
    const isValid = preview && preview.expiresAt > Date.now()
    return isValid && isDeepStrictEqual(preview.call, call) ? preview.plan : undefined
  }
}
