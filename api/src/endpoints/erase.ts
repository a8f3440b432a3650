import { DONE_PATHS, LINK_PATHS } from '../../../contract/waitlist.ts'
import type { Endpoint } from '../http/endpoints.ts'
import { addButton } from '../http/link-route.ts'

const erase: Endpoint = async (app, { database }) => {
  addButton(app, database, {
    path: LINK_PATHS.erase,
    summary: 'Erase all data about the person of a link',
    description: 'The data is erased, or the link is unknown.',
    action: 'erase_by_link',
    page: DONE_PATHS.erased,
  })
}
export default erase
