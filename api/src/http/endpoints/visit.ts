import Type, { type Static } from 'typebox'
import {
  BODY_LIMIT,
  FRIEND_SOURCE,
  REFERRAL_CODE_PATTERN,
  VISIT_PATH,
} from '../../../../contract/waitlist.ts'
import { readSource } from '../../list/inbox/signup.ts'
import { refuseCrossSite } from '../cross-site.ts'
import type { Endpoint } from '../endpoints.ts'
import { ignoredUnless, sourceSchema } from '../ignored.ts'

const visit = Type.Object({
  path: ignoredUnless(
    Type.String(),
    'The path of a page. Any other value is ignored, because browsers ignore the response to a beacon.',
  ),
  source: sourceSchema,
})

const CODE = new RegExp(REFERRAL_CODE_PATTERN)

/** All referral codes count as one source, so that the counts don't show whose link a visitor followed. */
const sourceOf = (source: string): string => (CODE.test(source) ? FRIEND_SOURCE : source)

/** Counts a page load by page, source and day. It neither stores nor logs anything about the visitor. */
const countVisit: Endpoint = async (app, { config, visits }) => {
  app.post<{ Body: Static<typeof visit> }>(
    VISIT_PATH.slice(app.prefix.length),
    {
      schema: {
        summary: 'Count a page load',
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
        body: visit,
        response: {
          204: { description: 'The page load is counted, unless Sec-GPC asks not to.' },
        },
      },
      bodyLimit: BODY_LIMIT,
      // nginx limits visits; a limit here would have to store addresses.
      preValidation: (request, _reply, done) => {
        refuseCrossSite(request, config)
        done()
      },
    },
    async ({ headers, body: { path, source } }, reply) => {
      if (headers['sec-gpc'] !== '1') visits.count(path, sourceOf(readSource(source) ?? ''))
      return reply.code(204).send()
    },
  )
}
export default countVisit
