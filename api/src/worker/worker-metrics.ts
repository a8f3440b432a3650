import { Counter, Gauge, Registry } from '@prometheus-io/client'
import { KINDS, type Kind } from '../outbox/mails.ts'
import type { Outcome } from '../outbox/record-outcome.ts'
import { watchQueue } from './queue-metrics.ts'

const OUTCOMES: readonly Outcome[] = ['sent', 'written', 'failed']

/**
 * Metrics of the worker. Labels are words of this code, without personal data.
 * @param ownerUrl the database, for the role that owns the tables
 */
export function openWorkerMetrics(ownerUrl: string) {
  const registry = new Registry()
  const registers = [registry]
  const outcomes = new Counter({
    name: 'waitlist_sendings_total',
    help: 'Emails and webhooks that were sent, written to files or have failed permanently, by kind.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  for (const kind of KINDS) {
    for (const outcome of OUTCOMES) outcomes.inc({ kind, outcome }, 0)
  }
  const mailServer = new Gauge({
    name: 'mail_server_up',
    help: '0 while emails wait because the mail server accepts none.',
    registers,
  })
  mailServer.set(1)
  const close = watchQueue(ownerUrl, registry)
  return {
    registry,
    countSending: (kind: Kind, outcome: Outcome): void => outcomes.inc({ kind, outcome }),
    setMailServer: (isUp: boolean): void => mailServer.set(Number(isUp)),
    close,
  }
}
