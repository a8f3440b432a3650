import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Plan } from './cli/plan.ts'

/** An owner has this time to read a preview. It is so short that the list changes little meanwhile. */
export const MINUTES = 5

/** A call of an assistant's tool or of the board's, without its token. */
interface Call {
  readonly tool: string
  readonly args: unknown
}

interface Preview {
  readonly call: Call
  readonly plan: Plan
  readonly expiresAt: number
}

/** Keeps the plans that a client has seen, until the process ends. */
export class Previews {
  readonly #previews = new Map<string, Preview>()

  /** Returns the token that carries out the plan. */
  add(call: Call, plan: Plan): string {
    for (const [token, { expiresAt }] of this.#previews) {
      if (expiresAt <= Date.now()) this.#previews.delete(token)
    }
    const token = randomBytes(12).toString('base64url')
    this.#previews.set(token, { call, plan, expiresAt: Date.now() + MINUTES * 60_000 })
    return token
  }

  /**
   * Returns the plan that a client has seen, once: a wrong call uses up the token as well. Returns undefined for a token
   * that is unknown, has expired, was used, or belongs to another call.
   */
  take(token: string, call: Call): Plan | undefined {
    const preview = this.#previews.get(token)
    this.#previews.delete(token)
    const isValid = preview && preview.expiresAt > Date.now()
    return isValid && isDeepStrictEqual(preview.call, call) ? preview.plan : undefined
  }
}
