import Type from 'typebox'
import {
  CONSENT,
  FIELD_NAMES,
  JOINED,
  JOINED_PATH,
  SOURCE_PATTERN,
  WAITLIST_PATH,
} from '../../../../contract/waitlist.ts'
import { readAddress } from '../../list/signup.ts'
import type { Endpoint } from '../endpoints.ts'
import { addForm, FORM_SENTENCES } from '../form-route.ts'

export const SENTENCES = {
  ...FORM_SENTENCES,
  INTERNAL: 'Something went wrong on our side. Your signup was not saved; please try again later.',
  UNAVAILABLE: 'We cannot save your signup right now. Please try again in a moment.',
} as const

const query = Type.Object({
  consent: Type.Optional(
    Type.String({
      description: `The version of the text beside the button, such as ${CONSENT.version}. Any other is stored as unknown.`,
    }),
  ),
  source: Type.Optional(
    Type.String({
      description: `Where the visitor comes from: a word that matches ${SOURCE_PATTERN}. Any other is not stored.`,
    }),
  ),
})

/** New, listed and quarantined people get the same response, so that it does not tell who is listed. */
const joinWaitlist: Endpoint = async (app, services) => {
  addForm(app, services, {
    path: WAITLIST_PATH,
    summary: 'Join the waitlist',
    names: FIELD_NAMES,
    query,
    success: {
      status: 201,
      description: 'The person is on the list. A duplicate gets the same response.',
      reply: JOINED,
      page: JOINED_PATH,
    },
    sentences: SENTENCES,
    work: (signup, network, query) =>
      services.append({ ...signup, ...readAddress(query), network }),
  })
}
export default joinWaitlist
