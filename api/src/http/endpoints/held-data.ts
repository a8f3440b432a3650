import Type from 'typebox'
import { DONE_PATHS, LINK_PATHS } from '../../../../contract/waitlist.ts'
import { readHeldData, tokenOf } from '../../mail/follow-link.ts'
import type { Endpoint } from '../endpoints.ts'
import { linkRoute, refuseLink, UNKNOWN_LINK } from '../link-route.ts'
import { wantsPage } from '../pages/answer.ts'
import { sendDataPage } from '../pages/data-page.ts'
import { jsonResponse, redirectResponse } from '../response-schemas.ts'

const held = Type.Object(
  {
    mails: Type.Array(
      Type.Object({ kind: Type.String(), state: Type.String(), at: Type.String() }),
      { description: 'Emails of the last 90 days.' },
    ),
  },
  {
    additionalProperties: Type.String(),
    description: 'Answers by question, and times in ISO 8601.',
  },
)

const FILE = { 'content-disposition': 'attachment; filename="my-data.json"' }

/** The second button of the page. */
const wantsFile = (body: unknown): boolean => Object(body).as === 'file'

const heldData: Endpoint = async (app, { config, links }) => {
  app.post(
    LINK_PATHS.data,
    linkRoute({
      summary: 'Show what is held about the person of a link',
      response: {
        200: jsonResponse('What is held; with the field as=file, as a file.', held, {
          headers: { 'content-disposition': Type.String({ description: 'With as=file.' }) },
          page: true,
        }),
        303: redirectResponse('To a browser: the link is unknown.', DONE_PATHS.expired),
      },
      ...UNKNOWN_LINK,
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
