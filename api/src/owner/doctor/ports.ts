import { once } from 'node:events'
import { connect, isIPv6 } from 'node:net'
import type { MailPorts } from '../../mail/transport/providers.ts'

/** A port that the host blocks does not respond at all. */
const LIMIT_MS = 3_000

async function isOpen(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(LIMIT_MS) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

const listOf = (ports: readonly { readonly port: number }[]): string =>
  new Intl.ListFormat('en-GB').format(ports.map(({ port }) => String(port)))

/** Tries a mail server's ports, and returns the settings for those that are open from this machine. */
export async function howToReach(host: string, { starttls, tls }: MailPorts): Promise<string> {
  const ports = [
    ...starttls.map((port) => ({ port, scheme: 'smtp' })),
    ...tls.map((port) => ({ port, scheme: 'smtps' })),
  ]
  const states = await Promise.all(ports.map(({ port }) => isOpen(host, port)))
  const open = ports.filter((_, index) => states[index])
  if (open.length === 0) {
    return `This machine cannot reach any of the mail server’s ports ${listOf(ports)}. Ask your hosting provider to open a port, or send over HTTPS (MAIL_API): docs/providers.md`
  }
  const name = isIPv6(host) ? `[${host}]` : host
  return [
    `Of the mail server’s ports ${listOf(ports)}, this machine can reach ${listOf(open)}. Put one of these in .env:`,
    ...open.map(({ port, scheme }) => `SMTP_URL=${scheme}://USER:PASSWORD@${name}:${port}`),
  ].join('\n')
}
