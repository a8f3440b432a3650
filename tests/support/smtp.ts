import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** Re-exported for tests outside this workspace, which cannot import the parser themselves. */
export const parseMail = simpleParser

/** Returns a reply with which the server refuses a recipient. */
export const reply = (responseCode: number, text = 'refused by the test'): Error =>
  Object.assign(new Error(text), { responseCode })

interface Hooks {
  /** Called after the email is stored and before the server replies. */
  onMail: () => void | Promise<void> | undefined
  /** Refuses a recipient by throwing `reply(550)`. */
  checkRecipient: (address: string) => void
}

export type TestSmtp = Awaited<ReturnType<typeof startSmtp>>

type SmtpOptions = SMTPServerOptions & { port?: number; host?: string }

/** Starts a real SMTP server (npm smtp-server), which keeps its emails and is closed when the test ends. */
export async function newSmtp(options?: SmtpOptions): Promise<TestSmtp> {
  const smtp = await startSmtp(options)
  onTestFinished(smtp.close)
  return smtp
}

/** Starts the same server for a caller that closes it. */
export async function startSmtp({ port = 0, host = '127.0.0.1', ...options }: SmtpOptions = {}) {
  const received: { to: string; raw: string; mail: ParsedMail }[] = []
  const hooks: Hooks = { onMail: () => {}, checkRecipient: () => {} }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onRcptTo({ address }, _session, done) {
      try {
        hooks.checkRecipient(address)
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks)
        const to = session.envelope.rcptTo.map(({ address }) => address).join()
        received.push({ to, raw: raw.toString(), mail: await simpleParser(raw) })
        await hooks.onMail()
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  server.listen(port, host)
  await once(server.server, 'listening')
  const { port: open } = server.server.address() as AddressInfo
  /** Stops listening and cuts all connections. */
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const connection of server.connections) connection.close()
    })
  return Object.assign(hooks, {
    url: `smtp://127.0.0.1:${open}`,
    port: open,
    received,
    /** Drops all connections without a reply. */
    cut() {
      for (const { _socket } of server.connections) _socket.destroy()
    },
    close,
  })
}
