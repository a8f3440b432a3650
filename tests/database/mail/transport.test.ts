// Guards mail-patience, mail-tls, mail-headers, foreign-text.

import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { tidy } from '@ad-kit/contract'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { simpleParser } from 'mailparser'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readOwnerConfig } from '../../../api/src/config/owner.ts'
import { senderOf } from '../../../api/src/mail/sender.ts'
import { type Mail, openTransport, PATIENCE } from '../../../api/src/mail/transport.ts'
import { CORPUS } from '../../support/corpus.ts'
import { newSmtp } from '../../support/for-a-test.ts'
import { HOSTILE, HOSTILE_TEXT } from '../../support/hostile-text.ts'
import { outcome } from '../../support/program/run-program.ts'
import { ROOT } from '../../support/repository.ts'
import { reply, selfSigned, startSilent } from '../../support/smtp.ts'

const SENDER = { name: 'Site', address: 'hello@site.example', replyTo: 'help@site.example' }

const MAIL: Mail = {
  id: '7bed963b-0d30-4dfb-a6e1-424a1e03530b',
  to: 'ada@example.com',
  subject: 'Confirm',
  html: '<p>Confirm</p>',
  text: 'Confirm',
  leave: 'https://site.example/waitlist/leave?t=abc',
}

describe('the way of an email', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mail-'))
    return () => rmSync(folder, { recursive: true })
  })
  const open = async (settings: Readonly<Record<string, string>>, patience = PATIENCE) => {
    const { mail } = readOwnerConfig(settings)
    const transport = await openTransport(mail, SENDER, folder, patience)
    onTestFinished(() => transport.close())
    return transport
  }

  const newKey = () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2_048,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const keyFile = join(folder, 'key.pem')
    writeFileSync(keyFile, privateKey)
    return { keyFile, publicKey }
  }

  test('without a mail server, each email is a file that only its owner can read', async () => {
    const transport = await open({})
    expect(await transport.send(MAIL)).toEqual({ kind: 'written' })
    const [file = '', ...others] = readdirSync(join(folder, 'mail'))
    expect(others).toEqual([])
    expect(file).toMatch(/^[\dTZ.-]+-7bed963b-[\w-]+\.eml$/)
    expect(statSync(join(folder, 'mail', file)).mode & 0o77).toBe(0)
    const mail = await simpleParser(readFileSync(join(folder, 'mail', file)))
    expect(mail).toMatchObject({ subject: 'Confirm', text: 'Confirm', html: '<p>Confirm</p>' })
    expect(mail.messageId).toBe(`<${MAIL.id}@site.example>`)
  })

  test('an email is signed with DKIM, including both headers that leave in one click', async () => {
    const { keyFile, publicKey } = newKey()
    const transport = await open({
      DKIM_DOMAIN: 'site.example',
      DKIM_SELECTOR: 'waitlist',
      DKIM_KEY_FILE: keyFile,
    })
    await transport.send(MAIL)
    const [file = ''] = readdirSync(join(folder, 'mail'))
    const record = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`
    const signed = readFileSync(join(folder, 'mail', file))
    const { results } = await dkimVerify(signed, {
      resolver: async (name: string) =>
        name === 'waitlist._domainkey.site.example' ? [[record]] : [],
    })
    expect(results).toMatchObject([{ signingDomain: 'site.example', status: { result: 'pass' } }])
    const [, headers = ''] = /\sh=([^;]+);/.exec(signed.toString()) ?? []
    expect(headers.toLowerCase().split(/[:\s]+/)).toEqual(
      expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']),
    )
  })

  test('at a domain with other letters, every header is ASCII', async () => {
    const { keyFile } = newKey()
    const { mail } = readOwnerConfig({
      MAIL_FROM: 'Kiln <hello@bücher.example>',
      DKIM_DOMAIN: 'bücher.example',
      DKIM_SELECTOR: 'wärter',
      DKIM_KEY_FILE: keyFile,
    })
    const sender = senderOf(mail.from, { name: 'Kiln', supportEmail: 'help@BÜCHER.example' })
    const transport = await openTransport(mail, sender, folder)
    onTestFinished(() => transport.close())
    await transport.send({ ...MAIL, to: 'ada@exämple.example', subject: 'Größe' })
    const [file = ''] = readdirSync(join(folder, 'mail'))
    const [headers = ''] = readFileSync(join(folder, 'mail', file), 'utf8').split('\r\n\r\n')
    expect(headers).toMatch(/^\p{ASCII}*$/u)
    expect(headers).toContain('From: Kiln <hello@xn--bcher-kva.example>')
    expect(headers).toContain('Reply-To: help@xn--bcher-kva.example')
    expect(headers).toContain(`Message-ID: <${MAIL.id}@xn--bcher-kva.example>`)
    expect(headers).toMatch(/ d=xn--bcher-kva\.example;/)
  })

  test('no subject and no name of a sender adds a header to a mail', async () => {
    const { mail } = readOwnerConfig({})
    for (const text of ['harmless', ...HOSTILE, HOSTILE_TEXT]) {
      const transport = await openTransport(mail, { ...SENDER, name: text }, folder)
      onTestFinished(() => transport.close())
      await transport.send({ ...MAIL, subject: text })
    }
    const files = readdirSync(join(folder, 'mail'))
    const mails = await Promise.all(
      files.map((file) => simpleParser(readFileSync(join(folder, 'mail', file)))),
    )
    expect(mails.some(({ subject }) => subject?.includes('Bcc: eve'))).toBe(true)
    for (const { headerLines, text } of mails) {
      expect(headerLines.map(({ key }) => key)).toEqual(mails[0]?.headerLines.map(({ key }) => key))
      expect(text).toBe(MAIL.text)
    }
  })

  test('of what a mail server says, nothing but its codes is kept', async () => {
    const smtp = await newSmtp()
    const transport = await open({ SMTP_URL: smtp.url })
    for (const text of HOSTILE) {
      smtp.checkRecipient = () => {
        throw reply(550, `5.1.1 ${text.replace(/\s+/g, ' ')}`)
      }
      expect(await transport.send(MAIL)).toEqual({ kind: 'failed', reply: '550', status: '5.1.1' })
    }
  })

  test('a missing DKIM key names its setting', async () => {
    const settings = {
      DKIM_DOMAIN: 'site.example',
      DKIM_SELECTOR: 'waitlist',
      DKIM_KEY_FILE: join(folder, 'none.pem'),
    }
    await expect(open(settings)).rejects.toThrow(/^DKIM_KEY_FILE: .* cannot be read \(ENOENT\)\.$/)
  })

  test.each([false, true])(
    'every address that the form accepts is mailed, also where SMTPUTF8 is missing: %s',
    async (hideSMTPUTF8) => {
      const smtp = await newSmtp({ hideSMTPUTF8 })
      // npm smtp-server hides the extension, but takes such addresses all the same
      smtp.checkRecipient = (address) => {
        if (hideSMTPUTF8 && /[^\p{ASCII}].*@/u.test(address)) throw reply(553)
      }
      const transport = await open({ SMTP_URL: smtp.url })
      const addresses = CORPUS.filter(
        ({ field, verdict }) => field === 'email' && verdict === undefined,
      ).map(({ value }) => tidy('email', String(value)))
      expect(addresses).toContain('ada@exämple.de')
      // npm smtp-server takes 253 characters at most
      for (const to of addresses.filter(({ length }) => length < 254)) {
        expect(await transport.send({ ...MAIL, to }), to).toEqual({ kind: 'sent' })
      }
    },
  )

  test('a mail server on another machine must offer TLS', async () => {
    const [address] = Object.values(networkInterfaces())
      .flat()
      .flatMap((each) => (each && !each.internal && each.family === 'IPv4' ? [each.address] : []))
    const smtp = await newSmtp({ host: '0.0.0.0' })
    const remote = await open({ SMTP_URL: `smtp://${address}:${smtp.port}` })
    expect(await remote.send(MAIL)).toMatchObject({ kind: 'away' })
    expect(smtp.received).toEqual([])
    const trusting = await open({ SMTP_URL: `smtp://${address}:${smtp.port}?tls=none` })
    expect(await trusting.send(MAIL)).toEqual({ kind: 'sent' })
  })

  describe('when the server drops the connection without a reply', () => {
    const sendTo = async (port: number) =>
      (await open({ SMTP_URL: `smtp://127.0.0.1:${port}` })).send(MAIL)

    test.each([
      ['after the body, the email may have been delivered, so it counts', 'onMail', 'later'],
      ['before it has accepted the recipient, it takes no email now', 'checkRecipient', 'away'],
    ] as const)('%s', async (_when, hook, kind) => {
      const smtp = await newSmtp()
      smtp[hook] = () => smtp.cut()
      expect(await sendTo(smtp.port)).toMatchObject({ kind })
      expect(smtp.received).toHaveLength(kind === 'later' ? 1 : 0)
    })

    test('before its greeting, it takes no email now', async () => {
      const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
      await once(server, 'listening')
      onTestFinished(() => {
        server.close()
      })
      const { port } = server.address() as AddressInfo
      expect(await sendTo(port)).toMatchObject({ kind: 'away' })
    })
  })

  describe('when the server falls silent', () => {
    const HASTY = { connect: 2_000, reply: 600, body: 5_000 }
    const WITH_TLS = { disabledCommands: [], ...selfSigned() }
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

    test.each([
      ['instead of its greeting', '', 'away'],
      ['after EHLO', 'EHLO', 'away'],
      ['after STARTTLS', 'STARTTLS', 'away'],
      ['after AUTH', 'AUTH', 'away'],
      ['after MAIL', 'MAIL', 'later'],
      ['after RCPT', 'RCPT', 'later'],
      ['after DATA', 'DATA', 'later'],
    ])('%s, the attempt ends soon', async (_when, command, kind) => {
      const isSecure = command === 'STARTTLS'
      const smtp = await newSmtp({
        hidePIPELINING: true,
        ...(isSecure && WITH_TLS),
        onAuth: (_auth, _session, done) => done(null, { user: 'ada' }),
        allowInsecureAuth: true,
      })
      const silent = await startSilent(smtp.port, (sent) =>
        command === '' ? sent === '' : sent.startsWith(command),
      )
      onTestFinished(() => {
        silent.close()
      })
      const { port } = silent.address() as AddressInfo
      const transport = await open({ SMTP_URL: `smtp://ada:secret@127.0.0.1:${port}` }, HASTY)
      const start = performance.now()
      expect(await transport.send(MAIL)).toEqual({ kind, reply: 'ETIMEDOUT' })
      expect(performance.now() - start).toBeLessThan(2_000)
    })

    test('a reply to a body has ten minutes, and any other has 30 seconds', () => {
      expect(PATIENCE).toMatchObject({ reply: 30_000, body: 600_000 })
    })

    test.each([
      ['with TLS', WITH_TLS],
      ['without TLS', {}],
    ])('after the body, it has longer, %s', async (_how, options) => {
      const smtp = await newSmtp(options)
      smtp.onMail = () => sleep(1_500)
      const transport = await open({ SMTP_URL: smtp.url }, HASTY)
      expect(await transport.send(MAIL)).toEqual({ kind: 'sent' })
      expect(smtp.received).toHaveLength(1)
    })

    test('after the body for too long, the email may have been delivered', async () => {
      const smtp = await newSmtp()
      smtp.onMail = () => sleep(2_000)
      const transport = await open({ SMTP_URL: smtp.url }, { ...HASTY, body: 300 })
      expect(await transport.send(MAIL)).toEqual({ kind: 'later', reply: 'ETIMEDOUT' })
      expect(smtp.received).toHaveLength(1)
    })

    test('each reply has the whole time', async () => {
      const smtp = await newSmtp({
        hidePIPELINING: true,
        onConnect: (_session, done) => setTimeout(done, 350),
        onAuth: (_auth, _session, done) => setTimeout(done, 350, null, { user: 'ada' }),
        onMailFrom: (_address, _session, done) => setTimeout(done, 350),
        allowInsecureAuth: true,
      })
      const url = smtp.url.replace('//', '//ada:secret@')
      const transport = await open({ SMTP_URL: url }, HASTY)
      expect(await transport.send(MAIL)).toEqual({ kind: 'sent' })
    })

    test('emails that wait for a connection have all of their time left', async () => {
      const smtp = await newSmtp()
      smtp.onMail = () => sleep(800)
      const transport = await open({ SMTP_URL: smtp.url }, HASTY)
      const mails = Array.from({ length: 7 }, (_, index) => ({ ...MAIL, id: `mail-${index}` }))
      const deliveries = await Promise.all(mails.map((mail) => transport.send(mail)))
      expect(deliveries.map(({ kind }) => kind)).toEqual(mails.map(() => 'sent'))
    })

    test.each(['RCPT', 'DATA'])(
      'a process that is frozen after %s for longer than it waits sends no body when it goes on',
      async (command) => {
        const patience = { connect: 10_000, reply: 3_000, body: 10_000 }
        const bodies: string[] = []
        const freeze = (step: string) => {
          if (step !== command) return
          child.kill('SIGSTOP')
          setTimeout(() => child.kill('SIGCONT'), 4_000)
        }
        const smtp = await newSmtp({
          hidePIPELINING: true,
          onRcptTo(_address, _session, done) {
            freeze('RCPT')
            done()
          },
          onData(stream, _session, done) {
            freeze('DATA')
            stream.on('data', (chunk) => bodies.push(String(chunk)))
            stream.on('end', () => done())
          },
        })
        const { mail } = readOwnerConfig({ SMTP_URL: smtp.url })
        const script = `
          import { openTransport } from ${JSON.stringify(join(ROOT, 'api/src/mail/transport.ts'))}
          const [open, mail] = ${JSON.stringify([[mail, SENDER, folder, patience], MAIL])}
          const transport = await openTransport(...open)
          console.log(JSON.stringify(await transport.send(mail)))
          transport.close()`
        const args = ['--input-type=module', '--eval', script]
        const child = spawn(process.execPath, args, {
          cwd: ROOT,
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        const { stdout } = await outcome(child)
        expect(bodies).toEqual([])
        expect(JSON.parse(stdout)).toEqual({ kind: 'later', reply: 'ETIMEDOUT' })
      },
    )

    test('verifying ends soon', async () => {
      const smtp = await newSmtp()
      const silent = await startSilent(smtp.port, (sent) => sent.startsWith('EHLO'))
      onTestFinished(() => {
        silent.close()
      })
      const { port } = silent.address() as AddressInfo
      const transport = await open({ SMTP_URL: `smtp://127.0.0.1:${port}` }, HASTY)
      await expect(transport.verify()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    })
  })
})
