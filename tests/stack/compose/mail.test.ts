import { expect, vi } from 'vitest'
import { LINK_PATHS } from '../../../contract/waitlist.ts'
import { newPerson } from '../../support/people.ts'
import { fetchAgain, signUp } from '../support/requests.ts'
import { describeStack, test } from '../support/test.ts'

interface InboxMail {
  readonly to: readonly { readonly address: string }[]
  readonly text: string
}

describeStack('emails in Compose', () => {
  test('a signup through nginx arrives in the inbox, the link of its email confirms, and the log names nobody', async ({
    secure,
  }) => {
    const { email } = newPerson()
    await signUp(secure.url, { email })
    const text = await vi.waitFor(async () => {
      const response = await fetchAgain(`http://127.0.0.1:${secure.mailboxPort}/api/email`)
      const mails = (await response.json()) as InboxMail[]
      const mail = mails.find(({ to }) => to.some(({ address }) => address === email))
      if (mail === undefined) throw new Error('no mail yet')
      return mail.text
    }, 60_000)
    const [link = ''] =
      new RegExp(`http://localhost:\\d+${LINK_PATHS.confirm}\\?t=[\\w-]{43}`).exec(text) ?? []
    const { pathname, search } = new URL(link)
    const init = { method: 'POST', body: new URLSearchParams() }
    const confirmed = await fetchAgain(secure.url + pathname + search, init)
    expect(confirmed.status).toBe(200)
    expect(await confirmed.text()).toContain(`<a href="${secure.url}/?ref=`)
    const shown = await secure.waitlist(['show', email, '--json'])
    expect(JSON.parse(shown)).toMatchObject({
      listed: { email, confirmed_at: expect.any(String) },
    })

    const log = await secure.compose('logs', '--no-color', 'worker')
    expect(log).toContain('confirm sent')
    expect(log).not.toContain(email)
  })
})
