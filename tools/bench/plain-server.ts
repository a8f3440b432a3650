/**
 * The waitlist as a usual Fastify application: logger and limiter as in their documentation, and
 * one INSERT per request. The schema and the rows are the API's.
 */
import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { readConfig } from '../../api/src/config/api.ts'
import { environment } from '../../api/src/config/environment.ts'
import { joinedBody, waitlistBody } from '../../api/src/inbox/body-schema.ts'
import { toSignup } from '../../api/src/inbox/signup.ts'
import { JOINED, WAITLIST_PATH, type WaitlistRequest } from '../../contract/waitlist.ts'
import { plainAdd } from './plain-add.ts'

const { databaseUrl, host, port, rateLimit: limit } = readConfig(environment, { database: true })
const add = plainAdd(databaseUrl)

const app = Fastify({ logger: true })
await app.register(rateLimit, { max: limit.max, timeWindow: limit.windowMs })
app.get('/api/ready', async () => ({ status: 'ready' }))
app.post<{ Body: WaitlistRequest }>(
  WAITLIST_PATH,
  { schema: { body: waitlistBody, response: { 201: joinedBody } } },
  async ({ body }, reply) => {
    const signup = toSignup(body)
    if (signup === undefined) throw new Error('The benchmark sends valid addresses.')
    await add(signup)
    reply.code(201)
    return JOINED
  },
)
await app.listen({ host, port })
