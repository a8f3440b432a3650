import { formatDay } from '@ad-kit/contract'
import { describe, expect, test } from 'vitest'
import { hashToken, newToken } from '../../../../api/src/links/tokens.ts'
import { wantAfter } from '../../../../api/src/mail/letters/after.ts'
import {
  announce,
  findAudience,
  findWithdrawn,
  readLetters,
} from '../../../../api/src/mail/letters/announce.ts'
import { invite } from '../../../../api/src/mail/letters/invite.ts'
import { cancelLetter, listLetters } from '../../../../api/src/mail/queue/cancel.ts'
import type { Session } from '../../../../api/src/system/session.ts'
import type { MailTemplates } from '../../../../letters/mail-templates.ts'
import { newInstallation } from '../../support/installations.ts'
import {
  addPerson,
  addSending,
  newFolder,
  type Row,
  sendDue,
  waitingFor,
} from '../../support/mailing.ts'

const TEXT = {
  subject: 'Welcome, {{first_name|friend}}',
  html: '<a href="{{site}}/pricing">{{first_name}}</a>',
  text: '{{site}}',
}
const WITH_WELCOME: Partial<MailTemplates> = {
  after: [{ name: 'welcome', days: 0, until: 'invited', where: [], ...TEXT }],
}

async function clickConfirm(here: Session, email: string): Promise<void> {
  const { token, hash } = newToken()
  await here.query('INSERT INTO links (token, mailbox) VALUES ($1, $2)', [hash, email])
  await here.query('SELECT confirm_by_link($1, false)', [hashToken(token)])
}

const wantWelcome = (here: Session) => wantAfter(here, WITH_WELCOME.after ?? [])

const welcomed = async (here: Session, email: string) =>
  (await here.query('SELECT people.welcomed_at FROM people WHERE mailbox = $1', [email]))[0]

describe('the welcome letter', () => {
  test('a person who confirms through the link gets the welcome letter once, with their answers', async () => {
    const here = await newInstallation()
    const { env } = newFolder(WITH_WELCOME)
    const email = await addPerson(here, { confirmed_at: null, first_name: 'A & B' })
    await wantWelcome(here)
    await clickConfirm(here, email)
    await clickConfirm(here, email)
    await wantWelcome(here)
    const mails = await sendDue(here, env)
    expect(mails).toMatchObject([{ subject: 'Welcome, A & B', to: { text: email } }])
    expect(mails[0]?.html).toContain('<a href="https://site.example/pricing">A &amp; B</a>')
    expect(await welcomed(here, email)).toEqual({ welcomed_at: expect.any(Date) })
  })

  test('a person who leaves and comes back does not get the welcome letter again', async () => {
    const here = await newInstallation()
    const { env } = newFolder(WITH_WELCOME)
    const email = await addPerson(here, { confirmed_at: null })
    await wantWelcome(here)
    await clickConfirm(here, email)
    await wantWelcome(here)
    await sendDue(here, env)
    await here.query("SELECT suppress(mailbox, 'left') FROM people")
    await here.query("SELECT lift(mailbox, 'left') FROM people")
    await here.query('UPDATE people SET confirmed_at = clock_timestamp()')
    await wantWelcome(here)
    expect(await waitingFor(here, 'after')).toEqual([])
    expect(await sendDue(here, env)).toHaveLength(1)
  })

  test('without a welcome letter, nothing is queued after a confirmation', async () => {
    const here = await newInstallation()
    const { env } = newFolder()
    const email = await addPerson(here, { confirmed_at: null })
    await clickConfirm(here, email)
    expect(await sendDue(here, env)).toEqual([])
    expect(await waitingFor(here, 'after')).toEqual([])
    const others = [
      { kind: 'after', about: 'question', state: 'sent' },
      { kind: 'announce', about: 'welcome', state: 'sent' },
      { kind: 'after', about: 'welcome', state: 'withdrawn' },
    ] as const
    for (const other of others) await addSending(here, { ...other, mailbox: email })
    expect(await welcomed(here, email)).toEqual({ welcomed_at: null })
  })
})

describe('the invitation', () => {
  const text = '{{claim}} until {{until}}'
  const INVITATIONS: Partial<MailTemplates> = {
    invite: { subject: 'Reply', html: '{{until}}', text: '{{until}}' },
    claim: { subject: 'Claim', html: '<a href="{{claim}}">{{until}}</a>', text },
  }
  const codeOf = async (here: Session) =>
    (await here.query<{ code: string }>('SELECT people.invite_code AS code FROM people'))[0]?.code

  const dayIn = (days: number): string =>
    formatDay(new Date(Date.now() + days * 86_400_000).toISOString())

  test.each([
    ['https://app.example/claim/{code}?a=1&b=2', (code: string) => `/claim/${code}?a=1&b=2`],
    ['https://app.example/claim', (code: string) => `/claim?code=${code}`],
    ['https://app.example/?a=1', (code: string) => `/?a=1&code=${code}`],
  ])('with INVITE_URL=%s, the invitation’s link has a random code', async (url, addressOf) => {
    const here = await newInstallation()
    const { env } = newFolder(INVITATIONS)
    await addPerson(here)
    await invite(here, { conditions: [] })
    const [mail] = await sendDue(here, { ...env, INVITE_URL: url, INVITE_DAYS: '10' })
    const code = (await codeOf(here)) ?? ''
    expect(code).toMatch(/^[\da-f]{32}$/)
    const address = `https://app.example${addressOf(code)}`
    expect(mail).toMatchObject({ subject: 'Claim', text: `${address} until ${dayIn(10)}` })
    expect(mail?.html).toContain(`<a href="${address.replaceAll('&', '&amp;')}">`)
  })

  test('each invitation has a unique code', async () => {
    const here = await newInstallation()
    const { env } = newFolder(INVITATIONS)
    for (const email of ['ada@example.com', 'bo@example.com']) await addPerson(here, { email })
    await invite(here, { conditions: [] })
    const mails = await sendDue(here, { ...env, INVITE_URL: 'https://app.example/{code}' })
    const codes = await here.query<{ email: string; code: string }>(
      'SELECT email, people.invite_code AS code FROM people',
    )
    expect(new Set(codes.map(({ code }) => code)).size).toBe(2)
    for (const { email, code } of codes) {
      const mail = mails.find(({ to }) => to && 'text' in to && to.text === email)
      expect(mail?.text).toContain(`https://app.example/${code} `)
    }
  })

  test('without INVITE_URL, the invitation asks for a reply, and keeps its code when withdrawn', async () => {
    const here = await newInstallation()
    const { env } = newFolder(INVITATIONS)
    await addPerson(here)
    await invite(here, { conditions: [] })
    expect(await sendDue(here, env)).toMatchObject([{ subject: 'Reply', text: dayIn(14) }])
    const code = await codeOf(here)
    await here.query("UPDATE mails SET state = 'withdrawn'")
    await invite(here, { conditions: [] })
    expect(await sendDue(here, env)).toHaveLength(2)
    expect(await codeOf(here)).toBe(code)
  })

  test('the invitation contains the person’s referral link, even if the person had no link before', async () => {
    const here = await newInstallation()
    const { env } = newFolder({ invite: { subject: 'Invitation', html: '', text: '{{friend}}' } })
    for (const email of ['ada@example.com', 'bo@example.com']) await addPerson(here, { email })
    await here.query(
      "UPDATE people SET referral_code = 'bcdfghjklm' WHERE email = 'ada@example.com'",
    )
    await invite(here, { conditions: [] })
    const mails = await sendDue(here, env)
    const codes = await here.query<{ code: string }>(
      'SELECT people.referral_code AS code FROM people ORDER BY email',
    )
    expect(codes[0]).toEqual({ code: 'bcdfghjklm' })
    expect(mails.map(({ text }) => text?.trim())).toEqual(
      codes.map(({ code }) => `https://site.example/?ref=${code}`),
    )
  })

  test('the invitation is withdrawn when the person leaves while it is composed', async () => {
    const here = await newInstallation()
    const { env } = newFolder({ invite: { subject: 'Invitation', html: '', text: '{{friend}}' } })
    const email = await addPerson(here)
    await invite(here, { conditions: [] })
    const leaving: Session = {
      ...here,
      async value(text, values) {
        if (text.includes('ensure_code')) await here.query("SELECT suppress($1, 'left')", [email])
        return here.value(text, values)
      },
    }
    expect(await sendDue(leaving, env)).toEqual([])
    expect(await here.query('SELECT state FROM mails')).toEqual([{ state: 'withdrawn' }])
  })
})

describe('an announced letter', () => {
  const NEWS = { id: 'news', subject: 'News', html: '', text: '' }
  const [OFFER, OLD] = [{ ...NEWS, id: 'offer' }, 'old'] as const
  const mailing = { conditions: [] }

  /** Creates a list on which each person has an email: the letter `news`, unless `about` names another one. */
  async function withMails(...mails: readonly (Omit<Row, 'mailbox'> & { cancelled?: true })[]) {
    const here = await newInstallation()
    for (const letter of [NEWS, OFFER]) await announce(here, letter, mailing)
    for (const { cancelled, ...mail } of mails) {
      const id = await addSending(here, { about: 'news', ...mail, mailbox: await addPerson(here) })
      if (cancelled) await here.query('UPDATE mails SET cancelled_at = now() WHERE id = $1', [id])
    }
    return here
  }

  test('an announced letter goes to people who have not received it, whatever else they have received', async () => {
    const here = await withMails(
      { kind: 'announce', state: 'sent' },
      { kind: 'announce', state: 'sent', cancelled: true },
      { kind: 'announce', state: 'waiting' },
      { kind: 'announce', state: 'waiting', cancelled: true },
      { kind: 'announce', state: 'sent', about: 'offer' },
      { kind: 'after', state: 'sent' },
    )
    expect(await findAudience(here, NEWS, mailing)).toMatchObject({ people: 3 })
    expect(await announce(here, NEWS, mailing)).toBe(3)
  })

  test('an announced letter counts as withdrawn if the owner has withdrawn it from everyone', async () => {
    const here = await withMails(
      { kind: 'announce', state: 'withdrawn', cancelled: true },
      { kind: 'after', state: 'sent' },
      { kind: 'announce', state: 'withdrawn', cancelled: true, about: 'offer' },
      { kind: 'announce', state: 'sent', about: 'offer' },
      { kind: 'announce', state: 'withdrawn', cancelled: true, about: OLD },
      { kind: 'announce', state: 'withdrawn', cancelled: true, about: 'not asked for' },
    )
    await here.query("INSERT INTO letters VALUES ('old', 'Old', NULL, NULL, '2020-01-01')")
    expect(await findWithdrawn(here, ['news', 'offer', OLD])).toEqual(['news'])
    expect((await readLetters(here)).map(({ id }) => id).sort()).toEqual(['news', 'offer'])
  })

  test('an announced letter is listed for, and withdrawn from, the people who have not received it', async () => {
    const wanted_at = '2026-01-01T00:00Z'
    const here = await withMails(
      { kind: 'announce' },
      { kind: 'announce', state: 'failed', wanted_at },
      { kind: 'announce', state: 'sent' },
      { kind: 'after' },
      { kind: 'announce', about: 'offer' },
      { kind: 'after', state: 'sent', about: 'offer' },
    )
    await here.query("INSERT INTO letters VALUES ('unsent', 'Unsent', '', '')")
    const listed = (await listLetters(here)).map(({ id, people }) => ({ id, people }))
    expect(listed.toSorted((one, other) => one.id.localeCompare(other.id))).toEqual([
      { id: 'news', people: 1 },
      { id: 'offer', people: 1 },
    ])
    expect(await cancelLetter(here, 'news')).toBe(1)
    const mails = await here.query<{ text: string }>(`
      SELECT concat_ws(' ', kind, letter, state, CASE WHEN ended_at > '2026-01-02' THEN 'now' END,
        CASE WHEN cancelled_at IS NOT NULL THEN 'cancelled' END) AS text
      FROM mails ORDER BY 1`)
    expect(mails.map(({ text }) => text)).toEqual([
      'after news waiting',
      'after offer sent now',
      'announce news failed cancelled',
      'announce news sent now',
      'announce news withdrawn now cancelled',
      'announce offer waiting',
    ])
    await cancelLetter(here, 'offer')
    expect((await readLetters(here)).map(({ id }) => id).sort()).toEqual(['news', 'unsent'])
  })
})
