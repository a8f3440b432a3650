import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import supertest from 'supertest'
import { readPeople } from '../../support/app.ts'
import { freePort } from '../../support/ports.ts'
import { openStack, psql, type Stack, type StackPlan } from './stack.ts'

/** The host name in the certificates, which browsers resolve to this machine. */
export const HOST = 'www.shop.localhost'

/** Another name for the site, which the certificates do not cover. */
export const ALIAS = 'shop.localhost'

export type SecureStack = Stack & SecurePlan

export interface SecurePlan extends StackPlan {
  readonly httpPort: number
  readonly httpsPort: number
  readonly mailboxPort: number
  readonly databasePort: number
  /** Its folders `site` and `renewed` contain a certificate and its key, under the names that certbot uses. */
  readonly certificates: string
}

/** Makes certificates, and plans a stack that uses one of them. */
export async function planSecureStack(
  plan: StackPlan,
  images: StackPlan,
  parent: string,
): Promise<SecurePlan> {
  const certificates = await mkdtemp(join(parent, 'certificates-'))
  await runWithCertificates({ project: images.project, certificates }, MAKE)
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const [mailboxPort, databasePort] = [await freePort(), await freePort()]
  return {
    ...plan,
    httpPort,
    httpsPort,
    mailboxPort,
    databasePort,
    certificates,
    profiles: ['tls'],
    files: ['tests/stack/support/secure.yml'],
    settings: {
      ...plan.settings,
      TLS_DIR: join(certificates, 'site'),
      TLS_HOST: '127.0.0.1',
      HTTP_PORT: String(httpPort),
      HTTPS_PORT: String(httpsPort),
      SITE_URL: `https://${HOST}:${httpsPort}`,
      SITE_ALIASES: ALIAS,
      SMTP_URL: 'smtp://mailbox:1025?tls=none',
      MAILBOX_PORT: String(mailboxPort),
      DATABASE_PORT: String(databasePort),
      RATE_LIMIT_MAX: '1000000',
    },
  }
}

/** Sets a password for the tables' owner, who has none in production. */
export const openDatabase = (plan: SecurePlan) =>
  psql(openStack(plan), "ALTER ROLE waitlist_owner PASSWORD 'tests'")

/** Returns the parts that browser tests use of a stack whose database is open. */
export function servedBy({ port, databasePort, httpsPort }: SecurePlan) {
  const databaseUrl = `postgres://waitlist_owner:tests@127.0.0.1:${databasePort}/waitlist`
  const http = supertest(`http://127.0.0.1:${port}`)
  const origin = `https://${HOST}:${httpsPort}`
  return { http, origin, databaseUrl, people: () => readPeople(databaseUrl) }
}

const MAKE = `
chmod 755 .
for name in site renewed; do
  mkdir $name
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 \\
    -subj /CN=${HOST} -addext subjectAltName=DNS:${HOST} \\
    -keyout $name/privkey.pem -out $name/fullchain.pem
  chmod 644 $name/*
done`

/** Runs a script in the certificates' folder, as root. The `certificate` image contains OpenSSL. */
export async function runWithCertificates(
  { project, certificates }: Pick<SecurePlan, 'project' | 'certificates'>,
  script: string,
): Promise<void> {
  const place = ['--volume', `${certificates}:/certificates`, '--workdir', '/certificates']
  const command = ['--user', 'root', ...place, `${project}-certificate`, 'sh', '-euc', script]
  await promisify(execFile)('docker', ['run', '--rm', ...command])
}
