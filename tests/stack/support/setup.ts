import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { missingImage } from '../../support/engine.ts'
import { IMAGE } from '../../support/postgres.ts'
import { explainSkip } from '../../support/skipped.ts'
import { openDatabase, planSecureStack } from './secure-stack.ts'
import { type SharedStacks, STACKS } from './shared.ts'
import { bringUp, newPlan, openStack, type StackOptions, start } from './stack.ts'

/** A random private subnet, because two test runs on one machine cannot share a subnet. */
const newSubnet = () =>
  `fd${randomBytes(5)
    .toString('hex')
    .replace(/^(..)(....)/, '$1:$2:')}::/64`

/** Tests may give a visitor's address in `x-forwarded-for`. No limit counts requests without it. */
const BEHIND_PROXY: StackOptions = {
  files: ['tests/stack/support/both-families.yml'],
  settings: {
    EDGE_SUBNET: newSubnet(),
    // The engine's networks, as for a proxy on the stack's machine.
    REAL_IP_FROM: '172.16.0.0/12,192.168.0.0/16',
    RATE_LIMIT_MAX: '1000000',
    // The rate is low enough for even a slow machine to exceed it.
    API_REQUESTS_PER_SECOND: '1',
    CLAIM_KEY: 'the-key-of-a-product-in-the-tests',
  },
}

/** No repository contains this commit, so a label that names it comes from this build. */
const IMAGES: StackOptions = { profiles: ['tls'], settings: { COMMIT: 'c0ffee'.padEnd(40, '0') } }

const docker = async (...args: string[]): Promise<string[]> => {
  const { stdout } = await promisify(execFile)('docker', args, { cwd: tmpdir() })
  return stdout.split('\n').filter(Boolean)
}

/** A global setup: builds the images, starts the stacks that tests share, and removes all stacks at the end. */
export default async function setup(): Promise<(() => Promise<void>) | void> {
  // `npm test` starts them once for both runners.
  if (process.env[STACKS] !== undefined) return
  const missing = missingImage(IMAGE)
  if (missing) {
    explainSkip('the tests of the whole stack', missing)
    process.env[STACKS] = 'null'
    return
  }
  const { pid } = process
  const folder = await mkdtemp(join(tmpdir(), 'stack-run-'))
  const removeAll = async () => {
    const label = 'com.docker.compose.project'
    const found = await docker('ps', '--all', '--format', `{{.Label "${label}"}}`)
    const own = new Set(found.filter((name) => name.endsWith(`-${pid}`)))
    const down = ['down', '--volumes', '--remove-orphans', '-t', '0']
    await Promise.all([...own].map((name) => docker('compose', '-p', name, ...down)))
    const format = '{{.Repository}}:{{.Tag}}'
    const left = await docker('images', '--format', format, `waitlist-test-*-${pid}-*`)
    if (left.length > 0) await docker('rmi', ...left)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const images = await newPlan('images', IMAGES, pid)
    await bringUp(openStack(images), 'build')
    // Ports are chosen only now, because another run may take a port between its choice and its use.
    const plain = await newPlan('plain', BEHIND_PROXY, pid)
    const secure = await planSecureStack(await newPlan('secure', {}, pid), images, folder)
    await Promise.all([plain, secure].map((plan) => start(plan, images)))
    await openDatabase(secure)
    process.env[STACKS] = JSON.stringify({ pid, images, plain, secure } satisfies SharedStacks)
  } catch (error) {
    await removeAll()
    throw error
  }
  return removeAll
}
