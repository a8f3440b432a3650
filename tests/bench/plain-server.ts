/**
 * The waitlist as it is usually written with Fastify: its logger and the limiter as their
 * documentations show them, and one INSERT a request. The schema and the rows are the API's own.
 */
import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { WAITLIST_PATH, type WaitlistRequest } from '../../api/contract/waitlist.ts'
import { environment, readConfig } from '../../api/src/config.ts'
import { toSignup } from '../../api/src/waitlist/route.ts'
import { waitlistAnswer, waitlistBody } from '../../api/src/waitlist/schema.ts'
import { plainStore } from './plain-store.ts'

const { databaseUrl, host, port, rateLimit: limit } = readConfig(environment, { database: true })
const store = plainStore(databaseUrl)

const app = Fastify({ logger: true })
await app.register(rateLimit, { max: limit.max, timeWindow: limit.windowMs })
app.get('/api/ready', async () => ({ status: 'ready' }))
app.post<{ Body: WaitlistRequest }>(
  WAITLIST_PATH,
  { schema: { body: waitlistBody, response: { 201: waitlistAnswer } } },
  async ({ body }, reply) => {
    await store.add(toSignup(body))
    reply.code(201)
    return { status: 'joined' }
  },
)
await app.listen({ host, port })
