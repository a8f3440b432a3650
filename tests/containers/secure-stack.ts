import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../../api/local/ports.ts'
import { brand } from '../../web/content/brand.ts'
import { type Stack, startStack } from './stack.ts'

const run = promisify(execFile)

/** The name in the certificate, and of its authority's OCSP responder. */
export const HOST = 'www.shop.test'
const RESPONDER = 'ocsp.shop.test'

/** At `/large.bin`. More than what sockets hold on the way, in bytes. */
export const LARGE = 64 * 1024 * 1024

/** The stack with profile `tls`, and plain nginx behind a proxy that it believes. */
export interface SecureStack extends Stack {
  readonly httpPort: number
  readonly httpsPort: number
  /** As a visitor's browser sees it. */
  readonly origin: string
  /** The folder of all that `visitor/certificates.sh` makes. */
  readonly certificates: string
  /** Certificates, as PEM. */
  readonly authority: string
  readonly badge: { readonly key: string; readonly cert: string }
  /** Runs a command on the stack's network, where curl knows HTTP/3. Returns its output. */
  visitor(...command: string[]): Promise<string>
}

/** Makes an authority and certificates, and starts everything with them. */
export async function startSecureStack(): Promise<SecureStack> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const folder = await makeCertificates()
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const stack = await startStack({
    profiles: ['tls'],
    files: ['tests/containers/visitor/compose.yml'],
    settings: {
      CERTIFICATES: folder,
      TLS_DIR: join(folder, 'site'),
      ACME_DIR: join(folder, 'acme'),
      TLS_HOST: '127.0.0.1',
      HTTP_PORT: String(httpPort),
      HTTPS_PORT: String(httpsPort),
      // The tests come as a proxy on this machine does.
      REAL_IP_FROM: '172.16.0.0/12,192.168.0.0/16',
      RATE_LIMIT_MAX: '1000',
      // So few that a slow machine, too, can send more than that.
      API_REQUESTS_PER_SECOND: '1',
    },
  })
  return {
    ...stack,
    httpPort,
    httpsPort,
    certificates: folder,
    origin: `https://${HOST}:${httpsPort}`,
    authority: await read('authority/certificate.pem'),
    badge: { key: await read('badge/privkey.pem'), cert: await read('badge/fullchain.pem') },
    visitor: (...command) => stack.compose('exec', '-T', 'visitor', ...command),
    async remove() {
      await stack.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** In a container, as OpenSSL is not on every machine. Returns the folder. */
async function makeCertificates(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'certificates-'))
  await chmod(folder, 0o755)
  const context = fileURLToPath(new URL('visitor/', import.meta.url))
  const { stdout: image } = await run('docker', ['build', '--quiet', context])
  const names = [HOST, RESPONDER, new URL(brand.productHunt.badgeUrl).hostname]
  const mount = ['--volume', `${folder}:/certificates`]
  const script = ['sh', './certificates.sh', ...names]
  await run('docker', ['run', '--rm', ...mount, image.trim(), ...script])
  await writeFile(join(folder, 'large.bin'), '')
  await truncate(join(folder, 'large.bin'), LARGE)
  return folder
}
