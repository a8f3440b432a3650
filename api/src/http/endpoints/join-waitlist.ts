import Type from 'typebox'
import {
  CONSENT,
  FIELD_NAMES,
  JOINED,
  JOINED_PATH,
  SIGNUP_SENTENCES,
  SOURCE_PATTERN,
  WAITLIST_PATH,
} from '../../../../contract/waitlist.ts'
import { readAddress } from '../../list/signup.ts'
import type { Endpoint } from '../endpoints.ts'
import { addForm } from '../form-route.ts'

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

/** Sends new, listed and quarantined people the same response, so that it does not tell who is listed. */
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
    sentences: SIGNUP_SENTENCES,
    work: (signup, network, query) =>
      services.append({ ...signup, ...readAddress(query), network }),
  })
}
export default joinWaitlist
