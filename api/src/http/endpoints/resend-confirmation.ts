import { DONE_PATHS, RESEND_PATH, RESEND_SENTENCES, RESENT } from '../../../../contract/waitlist.ts'
import type { Endpoint } from '../endpoints.ts'
import { addForm } from '../form-route.ts'

/** Stores the request. Only the worker looks up the address, so the response cannot reveal who is on the list. */
const resendConfirmation: Endpoint = async (app, services) => {
  addForm(app, services, {
    path: RESEND_PATH,
    summary: 'Ask for another confirmation email',
    names: ['email'],
    success: {
      status: 202,
      description:
        'If the address is on the list, an email is sent. Any valid address gets the same response.',
      reply: RESENT,
      page: DONE_PATHS.resent,
    },
    sentences: RESEND_SENTENCES,
    work: ({ mailbox }, network) => services.append({ mailbox, network }),
  })
}
export default resendConfirmation
