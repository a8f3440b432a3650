import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import getPort from 'get-port'
import { brand } from '../../../web/content/brand.ts'
import { openStack, type Stack, type StackPlan } from './stack.ts'

const run = promisify(execFile)

/** The host name in the certificate, and the one of the authority's OCSP responder. */
export const HOST = 'www.shop.test'
const RESPONDER = 'ocsp.shop.test'

/** The stack with TLS, certificates of the owner, HTTP/3, an inbox, and clients on its network. */
export interface SecureStack extends Stack {
  readonly httpPort: number
  readonly httpsPort: number
  readonly mailboxPort: number
  /** The site's address in a visitor's browser. */
  readonly origin: string
  /** The folder that `visitor/certificates.sh` fills. */
  readonly certificates: string
  /** Certificates as PEM. */
  readonly authority: string
  readonly badge: { readonly key: string; readonly cert: string }
  /** Runs a command on the stack's network, with a curl that has HTTP/3. Returns its output. */
  visitor(...command: string[]): Promise<string>
}

export interface SecurePlan extends StackPlan {
  readonly httpPort: number
  readonly httpsPort: number
  readonly mailboxPort: number
  readonly certificates: string
}

/** Makes an authority and its certificates, and plans a stack that uses them. */
export async function planSecureStack(plan: StackPlan, parent: string): Promise<SecurePlan> {
  const [httpPort, httpsPort, mailboxPort] = [await getPort(), await getPort(), await getPort()]
  const certificates = await makeCertificates(parent)
  return {
    ...plan,
    httpPort,
    httpsPort,
    mailboxPort,
    certificates,
    profiles: ['tls'],
    files: ['tests/support/stack/visitor/compose.yml'],
    settings: {
      ...plan.settings,
      CERTIFICATES: certificates,
      TLS_DIR: join(certificates, 'site'),
      HTTP3: 'on',
      TLS_HOST: '127.0.0.1',
      HTTP_PORT: String(httpPort),
      HTTPS_PORT: String(httpsPort),
      SMTP_URL: 'smtp://mailbox:1025?tls=none',
      MAILBOX_PORT: String(mailboxPort),
    },
  }
}

export async function openSecureStack(plan: SecurePlan): Promise<SecureStack> {
  const stack = openStack(plan)
  const { httpPort, httpsPort, mailboxPort, certificates } = plan
  const read = (name: string) => readFile(join(certificates, name), 'utf8')
  return {
    ...stack,
    httpPort,
    httpsPort,
    mailboxPort,
    certificates,
    origin: `https://${HOST}:${httpsPort}`,
    authority: await read('authority/certificate.pem'),
    badge: { key: await read('badge/privkey.pem'), cert: await read('badge/fullchain.pem') },
    visitor: (...command) => stack.compose('exec', '-T', 'visitor', ...command),
  }
}

/** Runs OpenSSL in a container, because not every machine has it. Returns the folder. */
async function makeCertificates(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'certificates-'))
  await chmod(folder, 0o755)
  const context = fileURLToPath(new URL('visitor/', import.meta.url))
  const { stdout: image } = await run('docker', ['build', '--quiet', context])
  const names = [HOST, RESPONDER, new URL(brand.productHunt.badgeUrl).hostname]
  const mount = ['--volume', `${folder}:/certificates`]
  const script = ['sh', './certificates.sh', ...names]
  await run('docker', ['run', '--rm', ...mount, image.trim(), ...script])
  return folder
}
