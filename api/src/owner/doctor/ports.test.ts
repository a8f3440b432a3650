import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { howToReach } from './ports.ts'

/** Returns a port that is open until the test ends, or one that was closed again. */
async function newPort(isOpen: boolean): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  if (isOpen) onTestFinished(() => void server.close())
  else await once(server.close(), 'close')
  return port
}

test('the doctor prints an SMTP_URL for each open port of a mail server', async () => {
  const [closed, starttls, tls] = [
    await newPort(false),
    await newPort(true),
    await newPort(true),
  ] as const
  const advice = await howToReach('127.0.0.1', { starttls: [closed, starttls], tls: [tls] })
  expect(advice.split('\n')).toEqual([
    `Of the mail server’s ports ${closed}, ${starttls} and ${tls}, this machine can reach ${starttls} and ${tls}. Put one of these in .env:`,
    `SMTP_URL=smtp://USER:PASSWORD@127.0.0.1:${starttls}`,
    `SMTP_URL=smtps://USER:PASSWORD@127.0.0.1:${tls}`,
  ])
})

test('the doctor reports a mail server that cannot be reached on any port', async () => {
  const [one, other] = [await newPort(false), await newPort(false)]
  expect(await howToReach('127.0.0.1', { starttls: [one, other], tls: [] })).toBe(
    `This machine cannot reach any of the mail server’s ports ${one} and ${other}. Ask your hosting provider to open a port, or send over HTTPS (MAIL_API): docs/providers.md`,
  )
})
