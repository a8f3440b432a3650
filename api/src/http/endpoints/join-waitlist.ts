import Type from 'typebox'
import {
  CONSENT,
  EARLIER_TEXTS,
  FIELD_NAMES,
  JOINED,
  JOINED_PATH,
  SIGNUP_SENTENCES,
  WAITLIST_PATH,
} from '../../../../contract/waitlist.ts'
import { readAddress } from '../../list/inbox/signup.ts'
import type { Endpoint } from '../endpoints.ts'
import { addForm } from '../form-route.ts'
import { ignoredUnless, sourceSchema } from '../ignored.ts'

const query = Type.Object({
  consent: ignoredUnless(
    Type.Enum([CONSENT.version, ...Object.keys(EARLIER_TEXTS)]),
    'The version of the text beside the button. Any other is stored as unknown, because the page may be of another version than the API.',
  ),
  source: sourceSchema,
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
