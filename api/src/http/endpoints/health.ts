import { readVersion } from '../../system/version.ts'
import type { Endpoint } from '../endpoints.ts'

const health: Endpoint = async (app) => {
  const body = { status: 'alive', ...readVersion() } as const
  app.get(
    '/health',
    {
      schema: {
        summary: 'Is the process alive, and which version is it?',
        response: { 200: { description: 'The process is alive.' } },
      },
    },
    async () => body,
  )
}
export default health
