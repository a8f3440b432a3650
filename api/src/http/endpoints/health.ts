import Type from 'typebox'
import { readVersion } from '../../system/version.ts'
import type { Endpoint } from '../endpoints.ts'
import { jsonResponse } from '../response-schemas.ts'

const alive = Type.Object({
  status: Type.Literal('alive'),
  version: Type.String(),
  commit: Type.String(),
})

const health: Endpoint = async (app) => {
  const body = { status: 'alive', ...readVersion() } as const
  app.get(
    '/health',
    {
      schema: {
        summary: 'Is the process alive, and of which version?',
        response: { 200: jsonResponse('The process is alive.', alive) },
      },
    },
    async () => body,
  )
}
export default health
