import { DONE_PATHS, JOINED_PATH, LINK_PATHS } from '@ad-kit/contract'
import { unlisted } from '../../../routes/unlisted.ts'

/** The pages behind the links of an email, and those to which the API redirects a form. */
export const pages = {
  [LINK_PATHS.confirm]: unlisted(
    'Confirm your address',
    'Confirms the address of a signup for the waitlist.',
  ),
  [LINK_PATHS.leave]: unlisted(
    'Leave the waitlist',
    'Ends all emails to an address on the waitlist.',
  ),
  [LINK_PATHS.data]: unlisted(
    'Your data',
    'Shows a person on the waitlist what is held about them.',
  ),
  [JOINED_PATH]: unlisted(
    'Welcome to the waitlist',
    'Confirms that a signup for the waitlist has arrived.',
  ),
  [DONE_PATHS.confirmed]: unlisted('Address confirmed', 'Follows the confirmation of an address.'),
  [DONE_PATHS.left]: unlisted(
    'You have left the waitlist',
    'Follows the departure from the waitlist.',
  ),
  [DONE_PATHS.erased]: unlisted(
    'Your data is being erased',
    'Follows a request to erase all data about a person.',
  ),
  [DONE_PATHS.expired]: unlisted(
    'Ask for a new email',
    'Sends a new email in place of one whose link is too old.',
  ),
  [DONE_PATHS.resent]: unlisted('Check your inbox', 'Follows a request for a new email.'),
}
