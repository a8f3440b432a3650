import { DONE_PATHS, LINK_PATHS } from '../../../../contract/waitlist.ts'
import { followLink, tokenOf } from '../../mail/follow-link.ts'
import type { Endpoint } from '../endpoints.ts'
import { addButton } from '../link-route.ts'

const erase: Endpoint = async (app, { links }) => {
  addButton(app, {
    path: LINK_PATHS.erase,
    summary: 'Erase all data about the person of a link',
    follow: async (request) =>
      (await followLink(links, 'erase_by_link', tokenOf(request))) && DONE_PATHS.erased,
  })
}
export default erase
