import { LINK_PATHS } from '../../../../contract/waitlist.ts'
import { readHeldData, tokenOf } from '../../mail/follow-link.ts'
import type { Endpoint } from '../endpoints.ts'
import { linkRoute, refuseLink, UNKNOWN_LINK } from '../link-route.ts'
import { wantsPage } from '../pages/answer.ts'
import { sendDataPage } from '../pages/data-page.ts'

const FILE = { 'content-disposition': 'attachment; filename="my-data.json"' }

/** The second button of the page. */
const wantsFile = (body: unknown): boolean => Object(body).as === 'file'

const heldData: Endpoint = async (app, { config, links }) => {
  app.post(
    LINK_PATHS.data,
    linkRoute({
      summary: 'Show what is held about the person of a link',
      sentences: UNKNOWN_LINK,
    }),
    async (request, reply) => {
      const token = tokenOf(request)
      const data = await readHeldData(links, token)
      if (data === undefined) return refuseLink(request, reply)
      if (wantsFile(request.body)) {
        const text = JSON.stringify(data, null, 2)
        return reply.headers(FILE).type('application/json; charset=utf-8').send(text)
      }
      if (!wantsPage(request)) return data
      const hasFriends = config.referrals && 'confirmed_at' in data && !('left_at' in data)
      return sendDataPage(reply, data, token ?? '', hasFriends)
    },
  )
}
export default heldData
