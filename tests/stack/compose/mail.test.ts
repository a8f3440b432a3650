import getPort from 'get-port'
import { expect, test } from 'vitest'
import { DONE_PATHS, LINK_PATHS } from '../../../api/contract/waitlist.ts'
import { eventually } from '../../support/eventually.ts'
import { newPerson } from '../../support/people.ts'
import { fetchAgain } from '../../support/stack/fetch-again.ts'
import { signUp } from '../../support/stack/sign-up.ts'
import { psql } from '../../support/stack/stack.ts'
import { describeStack, useStack } from '../../support/stack/use-stack.ts'

const inboxPort = await getPort()

interface InboxMail {
  readonly to: readonly { readonly address: string }[]
  readonly text: string
}

describeStack('mails in Compose', () => {
  const running = useStack({
    profiles: ['mail'],
    settings: { SMTP_URL: 'smtp://inbox:1025?tls=none', INBOX_PORT: String(inboxPort) },
  })

  test('a signup through nginx arrives in the inbox, and the link of its mail confirms', async () => {
    const { email } = newPerson()
    await signUp(running().url, { email })
    const text = await eventually(async () => {
      const response = await fetchAgain(`http://127.0.0.1:${inboxPort}/api/email`)
      const mails = (await response.json()) as InboxMail[]
      const mail = mails.find(({ to }) => to.some(({ address }) => address === email))
      if (mail === undefined) throw new Error('no mail yet')
      return mail.text
    })
    const [link = ''] =
      new RegExp(`http://localhost:\\d+${LINK_PATHS.confirm}\\?t=[\\w-]{43}`).exec(text) ?? []
    const { pathname, search } = new URL(link)
    const pressed = await fetchAgain(running().url + pathname + search, {
      method: 'POST',
      body: new URLSearchParams(),
      redirect: 'manual',
    })
    expect(pressed.headers.get('location')).toBe(DONE_PATHS.confirmed)
    const confirmed = `SELECT confirmed_at IS NOT NULL FROM signups WHERE email = '${email}'`
    expect(await psql(running(), confirmed)).toBe('t')
    const shown = await running().waitlist(['show', email, '--json'])
    expect(JSON.parse(shown)).toMatchObject({ email, confirmed_at: expect.any(String) })
  })

  test('the worker has no port on the host, and its log holds no address', async () => {
    const worker = JSON.parse(await running().compose('ps', '--format', 'json', 'worker'))
    expect(worker).toMatchObject({ Service: 'worker', State: 'running' })
    const published = (worker.Publishers ?? []) as readonly { readonly PublishedPort: number }[]
    expect(published.filter(({ PublishedPort }) => PublishedPort !== 0)).toEqual([])

    const { email } = newPerson()
    expect((await signUp(running().url, { email })).status).toBe(201)
    const log = () => running().compose('logs', '--no-color', 'worker')
    const sent = async () => (await log()).match(/confirm sent/g)?.length ?? 0
    await expect.poll(sent).toBeGreaterThanOrEqual(2)
    expect(await log()).not.toContain('@example.com')
  })
})
