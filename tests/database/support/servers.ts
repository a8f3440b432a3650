import { onTestFinished } from 'vitest'
import { mailSender } from '../../../api/src/mail/queue/send.ts'
import { openPost } from '../../../api/src/mail/transport/post.ts'
import { openSession } from '../../../api/src/system/session.ts'
import { readConfig } from '../../../api/src/system/settings.ts'
import { newSmtp } from '../../support/smtp.ts'
import { TEMPLATES } from '../../support/worker.ts'

/** Starts a mail server, and workers that send what is due, one turn at a time. */
export async function newServer(options?: Parameters<typeof newSmtp>[0]) {
  const smtp = await newSmtp(options)
  const config = readConfig({ SMTP_URL: smtp.url, SITE_URL: TEMPLATES.origin })
  const post = await openPost(config, TEMPLATES)
  onTestFinished(() => post.transport.close())
  return {
    smtp,
    receivers: () => smtp.received.map(({ to }) => to).toSorted(),
    async newWorker({ url }: { readonly url: string }) {
      const session = await openSession(url, 'worker')
      onTestFinished(() => session.close())
      const sender = mailSender(post, () => {})
      return { turn: (limit = 10) => sender.turn(session, limit) }
    },
  }
}

/** Starts a mail server that replies to the first recipient only when the test says so. */
export async function newSlowServer() {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<Error | null>()
  const server = await newServer({
    onRcptTo(_address, _session, done) {
      asked.resolve()
      void answer.promise.then((error) => done(error))
    },
  })
  return { ...server, asked: asked.promise, answer: answer.resolve }
}
