import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { domainToASCII } from 'node:url'
import { tidy } from '@ad-kit/contract'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ADDRESSES, HOSTILE, HOSTILE_TEXT } from '../../../../tests/support/corpus.ts'
import { describeUnless } from '../../../../tests/support/engine.ts'
import { newSmtp, parseMail, reply } from '../../../../tests/support/smtp.ts'
import { readConfig } from '../../system/settings.ts'
import { senderOf } from './post.ts'
import { type Mail, openSmtpOrFiles, PATIENCE } from './smtp.ts'

const SENDER = { name: 'Site', address: 'hello@site.example', replyTo: 'help@site.example' }

const SELF_SIGNED = readFileSync(join(import.meta.dirname, 'self-signed.txt'))

const HASTY_MS = { socketTimeout: 600, connectionTimeout: 600 }

const MAIL: Mail = {
  id: '7bed963b-0d30-4dfb-a6e1-424a1e03530b',
  to: 'ada@example.com',
  subject: 'Confirm',
  html: '<p>Confirm</p>',
  text: 'Confirm',
  leave: 'https://site.example/waitlist/leave?t=abc',
}

describe('sending an email', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mail-'))
    return () => rmSync(folder, { recursive: true })
  })
  const open = async (settings: Readonly<Record<string, string>>, patience = PATIENCE) => {
    const { mail } = readConfig(settings)
    const transport = await openSmtpOrFiles(mail, SENDER, folder, patience)
    onTestFinished(() => transport.close())
    return transport
  }

  const written = () => readdirSync(join(folder, 'mail')).map((file) => join(folder, 'mail', file))

  test('without a mail server, each email becomes a file that only its owner can read', async () => {
    const transport = await open({})
    expect(await transport.send(MAIL)).toEqual({ kind: 'written' })
    const [file = '', ...others] = written()
    expect(others).toEqual([])
    expect(file).toMatch(/\/[\dTZ.-]+-7bed963b-[\w-]+\.eml$/)
    expect(statSync(file).mode & 0o77).toBe(0)
    const mail = await parseMail(readFileSync(file))
    expect(mail).toMatchObject({ subject: 'Confirm', text: 'Confirm', html: '<p>Confirm</p>' })
    expect(mail.messageId).toBe(`<${MAIL.id}@site.example>`)
  })

  test('the headers of an email to a non-ASCII domain are all ASCII', async () => {
    const { mail } = readConfig({ MAIL_FROM: 'Kiln <hello@bücher.example>' })
    const sender = senderOf(mail.from, { name: 'Kiln', supportEmail: 'help@BÜCHER.example' })
    const transport = await openSmtpOrFiles(mail, sender, folder)
    onTestFinished(() => transport.close())
    await transport.send({ ...MAIL, to: 'ada@exämple.example', subject: 'Größe' })
    const [headers = ''] = readFileSync(written()[0] ?? '', 'utf8').split('\r\n\r\n')
    const domain = 'xn--bcher-kva.example'
    expect(headers).toMatch(/^\p{ASCII}*$/u)
    expect(headers).toContain(`From: Kiln <hello@${domain}>`)
    expect(headers).toContain(`Reply-To: help@${domain}`)
    expect(headers).toContain(`Message-ID: <${MAIL.id}@${domain}>`)
  })

  test('neither a subject nor a sender’s name can add a header to an email', async () => {
    const { mail } = readConfig({})
    for (const text of ['harmless', ...HOSTILE, HOSTILE_TEXT]) {
      const transport = await openSmtpOrFiles(mail, { ...SENDER, name: text }, folder)
      onTestFinished(() => transport.close())
      await transport.send({ ...MAIL, subject: text })
    }
    const mails = await Promise.all(written().map((file) => parseMail(readFileSync(file))))
    expect(mails.some(({ subject }) => subject?.includes('Bcc: eve'))).toBe(true)
    for (const { headerLines, text } of mails) {
      expect(headerLines.map(({ key }) => key)).toEqual(mails[0]?.headerLines.map(({ key }) => key))
      expect(text).toBe(MAIL.text)
    }
  })

  test('only the codes in a mail server’s reply are stored', async () => {
    const smtp = await newSmtp()
    const transport = await open({ SMTP_URL: smtp.url })
    for (const text of HOSTILE) {
      smtp.checkRecipient = () => {
        throw reply(550, `5.1.1 ${text.replace(/\s+/g, ' ')}`)
      }
      expect(await transport.send(MAIL)).toEqual({ kind: 'failed', reply: '550', status: '5.1.1' })
    }
  })

  test('a server without SMTPUTF8 delivers to every address that the form accepts', async () => {
    const smtp = await newSmtp({ hideSMTPUTF8: true })
    // The package smtp-server hides the extension, but still accepts such addresses.
    smtp.checkRecipient = (address) => {
      if (/[^\p{ASCII}].*@/u.test(address)) throw reply(553)
    }
    const transport = await open({ SMTP_URL: smtp.url })
    const addresses = ADDRESSES.map((address) => tidy('email', address))
    expect(addresses).toContain('ada@exämple.de')
    // The package smtp-server accepts 253 characters at most.
    for (const to of addresses.filter(({ length }) => length < 254)) {
      expect(await transport.send({ ...MAIL, to }), to).toEqual({ kind: 'sent' })
    }
  })

  test('an email’s only recipient is the address that the form accepted', async () => {
    const smtp = await newSmtp()
    const transport = await open({ SMTP_URL: smtp.url })
    const addresses = ADDRESSES.map((address) => tidy('email', address))
    // The package smtp-server accepts 253 characters at most.
    for (const to of addresses.filter(({ length }) => length < 254)) {
      await transport.send({ ...MAIL, to })
      const inAscii = to.replace(/[^@]+$/, domainToASCII)
      expect([to, inAscii]).toContain(smtp.received.at(-1)?.to)
    }
  })

  /** The address at which other machines reach this one. Undefined without a network. */
  const [address] = Object.values(networkInterfaces())
    .flat()
    .flatMap((each) => (each && !each.internal && each.family === 'IPv4' ? [each.address] : []))

  const missing = address === undefined ? 'this machine has no network' : undefined
  describeUnless(missing, 'mail servers on other machines', () => {
    test.each([
      ['smtps', { secure: true }],
      ['smtp', { disabledCommands: [] }],
    ])(
      'only a mail server on this machine may have a self-signed certificate (%s://)',
      async (scheme, options) => {
        const smtp = await newSmtp({
          host: '0.0.0.0',
          key: SELF_SIGNED,
          cert: SELF_SIGNED,
          ...options,
        })
        const remote = await open({ SMTP_URL: `${scheme}://${address}:${smtp.port}` })
        await expect(remote.verify()).rejects.toThrow('self-signed certificate')
        expect(await remote.send(MAIL)).toMatchObject({ kind: 'away' })
        expect(smtp.received).toEqual([])
        const local = await open({ SMTP_URL: `${scheme}://127.0.0.1:${smtp.port}` })
        expect(await local.send(MAIL)).toEqual({ kind: 'sent' })
      },
    )

    test('a mail server on another machine must offer TLS', async () => {
      const smtp = await newSmtp({ host: '0.0.0.0' })
      const remote = await open({ SMTP_URL: `smtp://${address}:${smtp.port}` })
      expect(await remote.send(MAIL)).toMatchObject({ kind: 'away' })
      expect(smtp.received).toEqual([])
      const trusting = await open({ SMTP_URL: `smtp://${address}:${smtp.port}?tls=none` })
      expect(await trusting.send(MAIL)).toEqual({ kind: 'sent' })
    })
  })

  test.each([
    ['after the body, an attempt is counted', 'onMail', 'later'],
    ['before it accepts the recipient, no attempt is counted', 'checkRecipient', 'away'],
  ] as const)('if the server drops the connection %s', async (_when, hook, kind) => {
    const smtp = await newSmtp()
    smtp[hook] = () => smtp.cut()
    const transport = await open({ SMTP_URL: smtp.url })
    expect(await transport.send(MAIL)).toMatchObject({ kind })
    expect(smtp.received).toHaveLength(kind === 'later' ? 1 : 0)
  })

  test.each([
    ['instead of its greeting', 'onConnect'],
    ['after AUTH', 'onAuth'],
    ['after MAIL', 'onMailFrom'],
  ])('no attempt is counted if the mail server stops responding %s', async (_when, hook) => {
    const smtp = await newSmtp({
      onAuth: (_auth, _session, done) => done(null, { user: 'ada' }),
      allowInsecureAuth: true,
      [hook]: () => {},
    })
    const url = smtp.url.replace('//', '//ada:secret@')
    const transport = await open({ SMTP_URL: url }, HASTY_MS)
    expect(await transport.send(MAIL)).toEqual({ kind: 'away', reply: 'ETIMEDOUT' })
  })

  test('an attempt is counted if the mail server stops responding after the body', async () => {
    const smtp = await newSmtp()
    smtp.onMail = () => new Promise<void>(() => {})
    const transport = await open({ SMTP_URL: smtp.url }, HASTY_MS)
    expect(await transport.send(MAIL)).toEqual({ kind: 'later', reply: 'ETIMEDOUT' })
    expect(smtp.received).toHaveLength(1)
  })
})
