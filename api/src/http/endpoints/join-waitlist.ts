import Type from 'typebox'
import type { Launch } from '../../../../contract/launch.ts'
import {
  CLOSED,
  CLOSED_SENTENCES,
  CONSENT,
  EARLIER_TEXTS,
  FIELD_NAMES,
  fillIn,
  JOINED,
  JOINED_PATH,
  SIGNUP_SENTENCES,
  WAITLIST_PATH,
} from '../../../../contract/waitlist.ts'
import { readQuery } from '../../list/inbox/signup.ts'
import { errorReply, HttpError } from '../../system/error-responses.ts'
import type { Endpoint } from '../endpoints.ts'
import { addForm } from '../form-route.ts'
import { ignoredUnless, sourceSchema } from '../ignored.ts'

const query = Type.Object({
  consent: ignoredUnless(
    Type.Enum([CONSENT.version, ...Object.keys(EARLIER_TEXTS)]),
    'The version of the text next to the button. Any other value is stored as unknown, because the page and the API may be from different builds.',
  ),
  source: sourceSchema,
})

/** Returns the error for a closed form. After a launch, its sentence contains the product's address. */
function closedError({ url }: Launch): HttpError {
  const { launched, closed } = CLOSED_SENTENCES
  return new HttpError(errorReply(410, CLOSED, url ? fillIn(launched, { url }) : closed))
}

/** Sends new, listed and quarantined people the same response, so that it does not reveal who is listed. */
const joinWaitlist: Endpoint = async (app, services) => {
  const { launch } = services.config
  if (!launch.isOpen) {
    app.addHook('onRequest', async () => {
      throw closedError(launch)
    })
  }
  addForm(app, services, {
    path: WAITLIST_PATH,
    summary: 'Join the waitlist',
    names: FIELD_NAMES,
    query,
    refusals: { 410: { description: 'The form is closed: LAUNCH_URL or WAITLIST is set.' } },
    success: {
      status: 201,
      description: 'The person is on the list. A duplicate gets the same response.',
      reply: JOINED,
      page: JOINED_PATH,
    },
    sentences: SIGNUP_SENTENCES,
    work: (signup, network, query) => services.append({ ...signup, ...readQuery(query), network }),
  })
}
export default joinWaitlist
