import { once } from 'node:events'
import { access, constants, open, readFile, stat, statfs } from 'node:fs/promises'
import { isIP } from 'node:net'
import { dirname } from 'node:path'
import { connect } from 'node:tls'
import { isReserved } from '../../../../contract/urls.ts'
import { suppressionsFile } from '../../list/suppressions/file.ts'
import type { Context } from '../cli/context.ts'
import { type Checks, judge, ok, problem, toDo } from './checks.ts'

/** Returns whether an address lacks HTTPS or a real host name. */
export function isTrial(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol !== 'https:' || isReserved(hostname)
}

/** Reads the certificate that visitors get. */
async function readCertificate({ hostname, port }: URL) {
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: isIP(hostname) ? '' : hostname,
    // The connection accepts expired and untrusted certificates, because the check reports them.
    rejectUnauthorized: false,
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(3_000) })
    const expires = new Date(socket.getPeerCertificate().valid_to)
    return { expires, refusal: socket.authorized ? undefined : String(socket.authorizationError) }
  } finally {
    socket.destroy()
  }
}

/** Two weeks. Certificates should be renewed when a third of their lifetime is left, such as 30 of 90 days. */
const LATE_MS = 14 * 86_400_000

const RENEW =
  'See docs/install.md, “HTTPS”. With COMPOSE_PROFILES=tls, docker compose logs certificate says why none was requested or renewed. Behind a proxy, check the proxy.'

const WRITABLE =
  'Let the accounts of the worker and of the owner write to it. Under Compose, both are in the group 10001.'

const PRIVATE =
  'Run chmod o= on the file. If the mount refuses this, mount it with file_mode=0660,dir_mode=0770 (SMB) or umask=0007 (FAT).'

/** A sample, as the web build writes it. */
type Sample = Readonly<Record<'what' | 'where' | 'why', string>>

/** Checks that need no database. */
export const SITE: Checks<Context> = {
  async 'disk space'({ diskPath }) {
    const stats = diskPath === undefined ? undefined : await statfs(diskPath).catch(() => undefined)
    if (!stats)
      return ok('the disk of the database server is not visible from here, so check it there')
    const { bavail, blocks, bsize } = stats
    const free = bavail / blocks
    const found = `${((bavail * bsize) / 1e9).toFixed(1)} GB free (${(free * 100).toFixed(0)}%)`
    const fix = 'Free some space (docker system df, docker builder prune), or get a larger disk.'
    return judge(free >= 0.1, found, fix)
  },

  /** `erase` appends to this file before it commits. Some mounts decide the file's owner and mode. */
  async erasures({ findDataDir }) {
    const file = suppressionsFile(await findDataDir())
    const present = await stat(file).catch(() => undefined)
    try {
      if (present) await (await open(file, 'a')).close()
      else await access(dirname(file), constants.W_OK)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // The folder may not exist before the first suppression.
      if (code === 'ENOENT') return []
      return problem(`${file} cannot be written (${code}), so no one can be erased`, WRITABLE)
    }
    if (!present) return []
    const mode = (present.mode & 0o777).toString(8)
    const isPrivate = (present.mode & 0o007) === 0
    return isPrivate
      ? ok(`${file} records who was erased`)
      : problem(`every account on this machine can use ${file} (mode ${mode})`, PRIVATE)
  },

  visitors: ({ siteUrl }) =>
    siteUrl === undefined || isTrial(siteUrl)
      ? []
      : ok(
          'requests from a hidden address are not limited; the API logs the first one (docs/troubleshoot.md)',
        ),

  async certificate({ siteUrl }) {
    if (!siteUrl?.startsWith('https:')) return []
    try {
      const { expires, refusal } = await readCertificate(new URL(siteUrl))
      const found = `${siteUrl} has a certificate valid until ${expires.toISOString().slice(0, 10)}`
      if (refusal) return problem(`${found}, which browsers refuse (${refusal})`, RENEW)
      return judge(expires.getTime() - Date.now() > LATE_MS, found, RENEW)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      const found = `${siteUrl} does not respond (${code === 'ABORT_ERR' ? 'no reply within 3 s' : code})`
      const fix = 'Point its DNS record to this machine, and open ports 80 and 443.'
      return problem(found, `${fix}\n${RENEW}`)
    }
  },

  async 'sample content'({ samplesFile }) {
    const samples: readonly Sample[] = JSON.parse(await readFile(samplesFile ?? '', 'utf8'))
    if (samples.length === 0) return ok('no sample content is left on the site')
    return samples.map(({ what, where, why }) => toDo(what, `${where}: ${why}`))
  },
}
