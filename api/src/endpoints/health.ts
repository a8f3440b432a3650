import Type from 'typebox'
import type { Endpoint } from '../http/endpoints.ts'
import { jsonResponse } from '../http/openapi/response-schemas.ts'

const ALIVE = { status: 'alive' } as const

const alive = Type.Object({ status: Type.Literal(ALIVE.status) })

const health: Endpoint = async (app) => {
  app.get(
    '/health',
    {
      schema: {
        summary: 'Is the process alive?',
        response: { 200: jsonResponse('The process is alive.', alive) },
      },
    },
    async () => ALIVE,
  )
}
export default health
