import { readConfig } from '../../api/src/config/api.ts'
import { environment } from '../../api/src/config/environment.ts'
import { buildApp } from '../../api/src/http/app.ts'
import { bufferedOutput } from '../../api/src/logging/buffered-output.ts'
import { plainAdd } from './plain-add.ts'

// The API's process with one INSERT per signup.
const config = readConfig(environment, { database: true })
const app = await buildApp(config, {
  logStream: bufferedOutput(),
  openAdd: () => plainAdd(config.databaseUrl),
})
await app.listen({ port: config.port, host: config.host })
