import { FIELD_NAMES, type WaitlistForm } from '@ad-kit/api/contract'
import type { Outcome } from './submit.ts'

export const empty = Object.fromEntries(FIELD_NAMES.map((name) => [name, ''])) as WaitlistForm

/**
 * A form that a visitor has begun, for when they come back from another page: the privacy policy
 * is one click from the button. In memory only, so that the next visitor does not find it.
 */
export const draft: { values: WaitlistForm; underway: Promise<Outcome> | null } = {
  values: empty,
  underway: null,
}
