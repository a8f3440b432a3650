import { expect, onTestFinished } from 'vitest'
import { ERRORS, type ErrorReply } from '../../../api/src/system/error-responses.ts'
import { freePort } from '../../support/ports.ts'
import type { Stack } from '../support/stack.ts'
import { describeStack, test } from '../support/test.ts'

/** The API's errors that nginx also sends. */
const SHARED: readonly ErrorReply[] = [
  ERRORS.malformedRequest,
  ERRORS.notFound,
  ERRORS.methodNotAllowed,
  ERRORS.bodyTooLarge,
  ERRORS.headersTooLarge,
  ERRORS.bug,
  ERRORS.unavailable,
]

/** Starts nginx with its usual settings and with an extra address for each status, which fails with that status. */
async function startFailing(stack: Stack): Promise<string> {
  const failing = SHARED.map(
    ({ status }) => `location = /${status} { error_page ${status} $refusal; return ${status}; }`,
  )
  const port = await freePort()
  const start = `echo '${failing.join('\n')}' >>/etc/nginx/site.conf; exec /etc/nginx/serve /etc/nginx`
  const run = `docker run --detach --rm --user root --publish 127.0.0.1:${port}:8080`
  const settings = { START: start }
  const id = await stack.shell(`${run} "$COMPOSE_PROJECT_NAME-site" sh -c "$START"`, { settings })
  onTestFinished(async () => void (await stack.shell(`docker rm --force ${id}`)))
  return `http://127.0.0.1:${port}`
}

describeStack('the errors of nginx', () => {
  test('nginx’s error responses contain the same body and Retry-After as the API’s', async ({
    stack,
  }) => {
    const origin = await startFailing(stack)
    await expect.poll(() => fetch(origin).then(({ status }) => status, String)).toBe(200)
    for (const { status, body, headers } of SHARED) {
      const response = await fetch(`${origin}/${status}`)
      expect([response.status, await response.json()]).toEqual([status, body])
      expect(response.headers.get('retry-after')).toBe(headers?.['retry-after'] ?? null)
    }
  })
})
