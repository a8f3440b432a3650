import type { WaitlistForm } from '@ad-kit/api/contract'
import type { Outcome } from './submit.ts'

export const empty: WaitlistForm = {
  firstName: '',
  lastName: '',
  email: '',
  company: '',
  role: '',
  website: '',
}

/**
 * What a visitor has begun, for when they come back from another page: the privacy policy is one
 * click from the button. In memory only, so that nobody finds it who opens the site anew.
 */
export const draft: { values: WaitlistForm; underway: Promise<Outcome> | null } = {
  values: empty,
  underway: null,
}
