import { mkdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { domainToASCII } from 'node:url'
import { createTransport, type SMTPConnectionOptions, type Transporter } from 'nodemailer'
import { LOOPBACK } from '../../../../contract/urls.ts'
import type { MailConfig } from '../../system/settings.ts'
import { mailFolder, writeMailFile } from './mail-files.ts'
import { statusIn } from './status.ts'

/** The outcome of an attempt. `reply` is a code such as 550 or ECONNREFUSED. */
export type Ending =
  | { readonly kind: 'sent' }
  /** The email was written to a file. */
  | { readonly kind: 'written' }
  | { readonly kind: 'later'; readonly reply: string }
  | { readonly kind: 'failed'; readonly reply: string; readonly status?: string | undefined }

/** An email with its links filled in. */
export interface Mail {
  /** A unique id. A retry reuses it if an earlier attempt may have been accepted. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** The unsubscribe link of RFC 8058. */
  readonly leave: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * - `failed`: the server refuses this email for good
 * - `later`: the server may accept this email later
 * - `away`: the server accepts no email now
 */
export type Delivery = Ending | { readonly kind: 'away'; readonly reply: string }

export interface Sender {
  readonly name: string
  readonly address: string
  readonly replyTo: string
}

export interface Transport {
  /** Names the server or the folder in messages. */
  readonly place: string
  /** @param isHeld called before the email is handed over, because another worker may have taken it during a freeze */
  send(mail: Mail, isHeld?: () => boolean): Promise<Delivery>
  /** @throws the server's error when it is unreachable or refuses the login */
  verify(): Promise<void>
  close(): void
}

/**
 * How long to wait for a server's replies, and for a connection including the greeting. With shorter limits, slow
 * servers would get emails twice.
 */
export const PATIENCE = { socketTimeout: 120_000, connectionTimeout: 30_000 }

/**
 * Requires TLS, so that no one on the network can read emails or steal the password. A server on this machine may work
 * without TLS or with a self-signed certificate; `?tls=none` turns TLS off.
 */
export function smtpOptions(smtpUrl: string): SMTPConnectionOptions {
  const url = new URL(smtpUrl)
  const secure = url.protocol === 'smtps:'
  const isLocal = LOOPBACK.test(url.hostname)
  const isPlain = url.searchParams.get('tls') === 'none'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isLocal && !isPlain,
    ignoreTLS: isPlain,
    ...(isLocal && { tls: { rejectUnauthorized: false } }),
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
  }
}

interface SmtpError {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
  readonly permanent?: boolean
}

/**
 * Returns the outcome of an error. A server that refuses the login, the sender or the connection, or stops responding,
 * is `away`. If it had already asked for the body, it may have delivered the email, so the attempt counts.
 */
function deliveryOf(error: unknown, isAskedForBody: boolean): Delivery {
  const { code, command, response, responseCode, permanent } = error as SmtpError
  const reply = String(responseCode ?? code ?? 'unknown')
  if (isAskedForBody && responseCode === undefined) return { kind: 'later', reply }
  if (command === 'API') return { kind: 'failed', reply }
  const isAboutMail = responseCode !== undefined && /^(?:RCPT TO|DATA)/.test(command ?? '')
  if (!isAboutMail) return { kind: 'away', reply }
  if (!permanent) return { kind: 'later', reply }
  return { kind: 'failed', reply, status: statusIn(response ?? '') }
}

/** Converts the domain to punycode, because email headers are ASCII. */
export const withAsciiDomain = (address: string): string =>
  address.trim().replace(/[^@]+$/, (domain) => domainToASCII(domain))

export const messageOf = ({ id, to, subject, html, text, leave, headers }: Mail, from: Sender) => ({
  from: { name: from.name, address: from.address },
  replyTo: from.replyTo,
  to,
  subject,
  html,
  text,
  messageId: `<${id}@${from.address.split('@')[1]}>`,
  headers: {
    ...headers,
    // RFC 3834: this header prevents out-of-office replies.
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<${leave}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
})

/** Keeps a crafted email from attaching this machine's files. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true }

function openSmtp(smtpUrl: string, from: Sender, patience: typeof PATIENCE): Transport {
  const options = { ...smtpOptions(smtpUrl), ...CLOSED, ...patience }
  const smtp = createTransport({ ...options, pool: true, maxConnections: 5 })
  const askedFor = new Map<string, () => void>()
  smtp.use('stream', ({ message }, done) => {
    const read = message.createReadStream.bind(message)
    const onBody = askedFor.get(message.messageId())
    // Nodemailer reads the stream once the server has accepted the envelope and asks for the body.
    async function* bodyOf() {
      onBody?.()
      yield* read()
    }
    message.createReadStream = () => Readable.from(bodyOf())
    done()
  })
  return {
    place: `the mail server ${options.host}:${options.port}`,
    async send(mail, isHeld = () => true) {
      const message = messageOf(mail, from)
      let isAskedForBody = false
      askedFor.set(message.messageId, () => {
        isAskedForBody = true
        if (!isHeld()) throw new Error('Another worker may have the email.')
      })
      try {
        await smtp.sendMail(message)
        return { kind: 'sent' }
      } catch (error) {
        return deliveryOf(error, isAskedForBody)
      } finally {
        askedFor.delete(message.messageId)
      }
    },
    verify: async () => void (await smtp.verify()),
    close: () => smtp.close(),
  }
}

/** Writes each email to a file, for a site without a mail server. */
async function openFiles(dataDir: string, from: Sender): Promise<Transport> {
  const folder = mailFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files: Transporter = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...CLOSED,
  })
  return {
    place: `files in ${folder}`,
    async send(mail) {
      const { message } = await files.sendMail(messageOf(mail, from))
      await writeMailFile(folder, mail.id, message)
      return { kind: 'written' }
    },
    verify: async () => {},
    close: () => files.close(),
  }
}

/**
 * Opens the mail server in SMTP_URL or, without one, the folder for files below `dataDir`.
 * @throws when the folder cannot be used
 */
export const openSmtpOrFiles = async (
  { smtpUrl }: Pick<MailConfig, 'smtpUrl'>,
  from: Sender,
  dataDir: string,
  patience = PATIENCE,
): Promise<Transport> =>
  smtpUrl === undefined ? openFiles(dataDir, from) : openSmtp(smtpUrl, from, patience)
