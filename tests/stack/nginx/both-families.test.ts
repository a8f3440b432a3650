import { expect } from 'vitest'
import { describeStack, test } from '../support/test.ts'

/** Prints the status of a GET from the worker's container. */
const GET = `
const [host, port, family] = process.argv.slice(1)
const options = { host, port, family: Number(family), path: '/api/health', agent: false }
require('node:http').get(options, (response) => console.log(response.resume().statusCode))
  .on('error', ({ code }) => console.log(code))`

describeStack('a network with IPv4 and IPv6', () => {
  test.for([
    ['nginx', '8080', '4'],
    ['nginx', '8080', '6'],
    ['api', '3000', '4'],
    ['api', '3000', '6'],
  ] as const)(
    'the service %s accepts connections on port %s over IPv%s',
    async (place, { stack }) => {
      const status = await stack.compose('exec', '-T', 'worker', 'node', '-e', GET, ...place)
      expect(status.trim()).toBe('200')
    },
  )
})
