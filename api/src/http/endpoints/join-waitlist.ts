import { JOINED, JOINED_PATH, WAITLIST_PATH } from '../../../../contract/waitlist.ts'
import { signupQuery, waitlistBody } from '../../list/body-schema.ts'
import { readAddress, toSignup } from '../../list/signup.ts'
import { HttpError } from '../../system/error-responses.ts'
import type { Endpoint } from '../endpoints.ts'
import { malformedField } from '../errors/field-errors.ts'
import { addForm, FORM_SENTENCES } from '../form-route.ts'

export const SENTENCES = {
  ...FORM_SENTENCES,
  INTERNAL: 'Something went wrong on our side. Your signup was not saved; please try again later.',
  UNAVAILABLE: 'We cannot save your signup right now. Please try again in a moment.',
} as const

/** New, listed and quarantined people get the same response, so that it does not tell who is listed. */
const joinWaitlist: Endpoint = async (app, services) => {
  const { append } = services
  addForm(app, services, {
    path: WAITLIST_PATH,
    summary: 'Join the waitlist',
    body: waitlistBody,
    query: signupQuery,
    success: {
      status: 201,
      description: 'The person is on the list. A duplicate gets the same response.',
      reply: JOINED,
      page: JOINED_PATH,
    },
    sentences: SENTENCES,
    work: async (body, network, query) => {
      const signup = toSignup(body)
      if (signup === undefined) throw new HttpError(malformedField('email'))
      await append({ ...signup, ...readAddress(query), network })
    },
  })
}
export default joinWaitlist
