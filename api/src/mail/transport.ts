import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createTransport, type SMTPConnectionOptions, type Transporter } from 'nodemailer'
import type { MailConfig } from '../system/settings.ts'
import { LOOPBACK } from '../system/settings.ts'
import { statusIn } from './status.ts'

/** The end of an attempt. `reply` is a code such as 550 or ECONNREFUSED. */
export type Ending =
  | { readonly kind: 'sent' }
  /** To a file. */
  | { readonly kind: 'written' }
  | { readonly kind: 'later'; readonly reply: string }
  | { readonly kind: 'failed'; readonly reply: string; readonly status?: string | undefined }

/** An email with its links filled in. */
export interface Mail {
  /** Unique; the same in each attempt. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** The link that leaves the waitlist, for RFC 8058. */
  readonly leave: string
  /** Further headers by name. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * What became of a mail. `reply` is a code such as 550 or ECONNREFUSED.
 * - `failed`: the server refuses this email for good
 * - `later`: it may take this email later
 * - `away`: it takes no mail at all now
 */
export type Delivery = Ending | { readonly kind: 'away'; readonly reply: string }

export interface Sender {
  readonly name: string
  readonly address: string
  readonly replyTo: string
}

export interface Transport {
  /** Where the emails go, for the lines at startup. */
  readonly place: string
  /** @param isHeld is asked before the body: another worker may have the email of a worker that was frozen */
  send(mail: Mail, isHeld?: () => boolean): Promise<Delivery>
  /** Deletes stored mails whose record is gone, because the person was erased or it is too old. */
  forget(isRecorded: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>
  /** @throws the server's error when it cannot be reached or refuses the login */
  verify(): Promise<void>
  close(): void
}

/**
 * How long a server may be silent: for each reply, and until a connection is made and has its greeting. An email whose
 * server is slower would be repeated. In milliseconds.
 */
export const PATIENCE = { socketTimeout: 120_000, connectionTimeout: 30_000 }

/**
 * TLS is required, so that a network in between can neither read mails nor take the password. A
 * server on this machine may go without, or have a certificate of its own; `?tls=none` turns TLS off.
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
 * A server that refuses the login, the sender or the connection, or falls silent, takes no email now. If it has asked
 * for the body, it may have delivered the email, so the attempt counts.
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

const messageOf = ({ id, to, subject, html, text, leave, headers }: Mail, from: Sender) => ({
  from: { name: from.name, address: from.address },
  replyTo: from.replyTo,
  to,
  subject,
  html,
  text,
  messageId: `<${id}@${from.address.split('@')[1]}>`,
  headers: {
    ...headers,
    // RFC 3834: no out-of-office replies
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<${leave}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
})

/** A server that waits for more bytes must not get a file of this machine. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true }

function openSmtp(smtpUrl: string, from: Sender, patience: typeof PATIENCE): Transport {
  const options = { ...smtpOptions(smtpUrl), ...CLOSED, ...patience }
  const smtp = createTransport({ ...options, pool: true, maxConnections: 5 })
  const askedFor = new Map<string, () => void>()
  smtp.use('stream', ({ message }, done) => {
    const read = message.createReadStream.bind(message)
    const onBody = askedFor.get(message.messageId())
    // SMTP reads the stream when the server has accepted the envelope and asks for the body
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
    forget: async () => {},
    verify: async () => void (await smtp.verify()),
    close: () => smtp.close(),
  }
}

/** The time and the id of a mail. */
const MAIL_FILE = /^[\dTZ.-]+Z-([\da-f-]{36})\.eml(?:\.new)?$/

/** The folder of emails that are written to files. */
export const mailFolder = (dataDir: string): string => join(dataDir, 'mail')

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
      const time = new Date().toISOString().replaceAll(':', '-')
      const file = join(folder, `${time}-${mail.id}.eml`)
      await writeFile(`${file}.new`, message, { mode: 0o600 })
      await rename(`${file}.new`, file)
      return { kind: 'written' }
    },
    async forget(isRecorded) {
      const stored = (await readdir(folder)).flatMap((file) => {
        const [, id] = MAIL_FILE.exec(file) ?? []
        return id === undefined ? [] : [{ id, file }]
      })
      const recorded = await isRecorded(stored.map(({ id }) => id))
      for (const { id, file } of stored) {
        if (!recorded.has(id)) await rm(join(folder, file), { force: true })
      }
    },
    verify: async () => {},
    close: () => files.close(),
  }
}

/**
 * Opens the way that emails take: SMTP, or files below `dataDir` without an SMTP_URL.
 * @throws when the folder cannot be used
 */
export const openTransport = async (
  { smtpUrl }: Pick<MailConfig, 'smtpUrl'>,
  from: Sender,
  dataDir: string,
  patience = PATIENCE,
): Promise<Transport> =>
  smtpUrl === undefined ? openFiles(dataDir, from) : openSmtp(smtpUrl, from, patience)
