import { Readable } from 'node:stream'
import { createTransport, type SendMailOptions, type SMTPConnectionOptions } from 'nodemailer'
import { stopwatch } from '../system/stopwatch.ts'

/** How long a mail server may be silent. In milliseconds. */
export interface Patience {
  readonly connect: number
  /** For the greeting, and for each reply until the server asks for the body. */
  readonly reply: number
  /** For the reply to the body. */
  readonly body: number
}

/** The end of an attempt: without an error, the email is sent. */
export interface Attempt {
  readonly error?: unknown
  readonly reached: Stage
  /** Whether the attempt ended because the server was silent. */
  readonly isTimeout: boolean
}

/** What the server had been asked for: a login, the envelope of this email, or its body. */
type Stage = 'session' | 'envelope' | 'body'

export interface Lane {
  send(message: SendMailOptions): Promise<Attempt>
  close(): void
}

/**
 * A connection to the mail server for one mail at a time. nodemailer has one limit for all replies, but
 * a reply to a body may take longer. So this watches its log, which has a line for each reply, and aborts.
 */
export function openLane(options: SMTPConnectionOptions, { connect, reply, body }: Patience): Lane {
  let stage: Stage = 'session'
  let controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isLate = () => false
  const wait = (limit: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => controller.abort(), limit)
    const passed = stopwatch()
    isLate = () => passed() > limit
  }
  const heard = () => {
    if (timer === undefined) return
    // a process that was frozen reads replies before its timers end, and another worker may have the email
    if (isLate()) controller.abort()
    else wait(reply)
  }
  const stopWaiting = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const smtp = createTransport({
    ...options,
    pool: true,
    maxConnections: 1,
    connectionTimeout: connect + 2 * reply,
    greetingTimeout: reply,
    socketTimeout: body,
    transactionLog: true,
    logger: { debug: heard, info: heard, warn: heard, error: heard },
  })
  smtp.use('stream', ({ message }, done) => {
    const read = message.createReadStream.bind(message)
    // SMTP reads the stream when the server has accepted the envelope and asks for the body
    async function* bodyOf() {
      stage = 'body'
      stopWaiting()
      yield* read()
    }
    // the stream is made when the session is open
    message.createReadStream = () => {
      stage = 'envelope'
      return Readable.from(bodyOf())
    }
    done()
  })
  return {
    async send(message) {
      stage = 'session'
      controller = new AbortController()
      wait(connect)
      const { signal } = controller
      const error = await smtp.sendMail({ ...message, signal }).then(
        () => undefined,
        (reason) => reason,
      )
      stopWaiting()
      const isTimeout = signal.aborted || error?.timeoutType !== undefined
      return { error, reached: stage, isTimeout }
    },
    close: () => smtp.close(),
  }
}
