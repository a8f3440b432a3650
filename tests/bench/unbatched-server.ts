import { buildApp } from '../../api/src/app.ts'
import { bufferedOutput } from '../../api/src/buffered-output.ts'
import { environment, readConfig } from '../../api/src/config.ts'
import { plainStore } from './plain-store.ts'

// The API's process, but for its store: one INSERT a signup.
const config = readConfig(environment, { database: true })
const app = await buildApp(config, {
  logStream: bufferedOutput(),
  openStore: () => plainStore(config.databaseUrl),
})
await app.listen({ port: config.port, host: config.host })
