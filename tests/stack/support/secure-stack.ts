import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brand } from '../../../web/content/brand.ts'
import { freePort } from '../../support/ports.ts'
import { openStack, type StackPlan } from './stack.ts'

const run = promisify(execFile)

/** The host name in the certificate. */
export const HOST = 'www.shop.test'

export type SecureStack = Awaited<ReturnType<typeof openSecureStack>>

export interface SecurePlan extends StackPlan {
  readonly httpPort: number
  readonly httpsPort: number
  readonly mailboxPort: number
  /** The folder that `visitor/certificates.sh` fills. */
  readonly certificates: string
}

/** Makes an authority and its certificates, and plans a stack that uses them. */
export async function planSecureStack(plan: StackPlan, parent: string): Promise<SecurePlan> {
  const certificates = await makeCertificates(parent)
  const [httpPort, httpsPort, mailboxPort] = [await freePort(), await freePort(), await freePort()]
  return {
    ...plan,
    httpPort,
    httpsPort,
    mailboxPort,
    certificates,
    profiles: ['tls'],
    files: ['tests/stack/support/visitor/compose.yml'],
    settings: {
      ...plan.settings,
      CERTIFICATES: certificates,
      TLS_DIR: join(certificates, 'site'),
      TLS_HOST: '127.0.0.1',
      HTTP_PORT: String(httpPort),
      HTTPS_PORT: String(httpsPort),
      SMTP_URL: 'smtp://mailbox:1025?tls=none',
      MAILBOX_PORT: String(mailboxPort),
    },
  }
}

/** The stack with TLS, certificates of the owner, an inbox, and clients. */
export async function openSecureStack(plan: SecurePlan) {
  const stack = openStack(plan)
  const { httpPort, httpsPort, mailboxPort, certificates } = plan
  const read = (name: string) => readFile(join(certificates, name), 'utf8')
  const ca = await read('authority/certificate.pem')
  const where = { host: '127.0.0.1', port: httpsPort, servername: HOST, ca }
  /** The site's address in a visitor's browser. */
  const origin = `https://${HOST}:${httpsPort}`

  /** Runs a command on the stack's network. Returns its output. */
  const visitor = (...command: string[]) => stack.compose('exec', '-T', 'visitor', ...command)

  return {
    ...stack,
    httpPort,
    httpsPort,
    mailboxPort,
    origin,
    /** Certificate and key of Product Hunt. */
    badge: { key: await read('badge/privkey.pem'), cert: await read('badge/fullchain.pem') },
    visitor,

    async shake(options: ConnectionOptions): Promise<TLSSocket> {
      const socket = connect({ ...where, ...options })
      await once(socket, 'secureConnect')
      return socket
    },

    async get(path: string): Promise<IncomingMessage> {
      const sent = request({ ...where, agent: false, path }).end()
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      return response.resume()
    },
  }
}

/** Runs OpenSSL in a container, because not every machine has it. Returns the folder. */
async function makeCertificates(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'certificates-'))
  await chmod(folder, 0o755)
  const context = fileURLToPath(new URL('visitor/', import.meta.url))
  const { stdout: image } = await run('docker', ['build', '--quiet', context])
  const names = [HOST, new URL(brand.productHunt.badgeUrl).hostname]
  const mount = ['--volume', `${folder}:/certificates`]
  const script = ['sh', './certificates.sh', ...names]
  await run('docker', ['run', '--rm', ...mount, image.trim(), ...script])
  return folder
}
