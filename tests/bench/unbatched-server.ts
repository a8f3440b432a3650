import { buildApp } from '../../api/src/app.ts'
import { bufferedOutput } from '../../api/src/buffered-output.ts'
import { environment, readConfig } from '../../api/src/config.ts'
import { plainAdd } from './plain-add.ts'

// The API's process with one INSERT per signup.
const config = readConfig(environment, { database: true })
const app = await buildApp(config, {
  logStream: bufferedOutput(),
  openAdd: () => plainAdd(config.databaseUrl),
})
await app.listen({ port: config.port, host: config.host })
