import { RESEND_PATH, RESENT } from '@ad-kit/contract'
import { nextStep } from '../content/waitlist.ts'
import { members, postJson, words } from './post.ts'

/** Asks for another confirmation mail; never throws. */
export async function resend(email: string): Promise<{ sent: boolean; message: string }> {
  try {
    const response = await postJson(RESEND_PATH, { email })
    const { status, error } = members(await response.json())
    return status === RESENT.status
      ? { sent: true, message: nextStep.resent }
      : { sent: false, message: words(error) || nextStep.failed }
  } catch {
    return { sent: false, message: nextStep.failed }
  }
}
