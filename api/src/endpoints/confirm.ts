import { DONE_PATHS, LINK_PATHS } from '../../contract/waitlist.ts'
import type { Endpoint } from '../http/endpoints.ts'
import { addButton } from '../links/link-route.ts'

const confirm: Endpoint = async (app, { database }) => {
  addButton(app, database, {
    path: LINK_PATHS.confirm,
    summary: 'Confirm the address of a signup, within 7 days',
    description: 'The address is confirmed, or the link is too old.',
    action: 'confirm_by_link',
    page: DONE_PATHS.confirmed,
  })
}
export default confirm
