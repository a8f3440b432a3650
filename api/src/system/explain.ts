import pg from 'pg'
import { OwnerError } from '../../../contract/owner-error.ts'

const STATES: Readonly<Record<string, string>> = {
  '28P01': 'The database refused the password.',
  '28000':
    'The database refused this role. In Compose, `docker compose up` or `./waitlist upgrade` creates it.',
  '3D000': 'There is no database of that name. Correct DATABASE_URL, or create the database.',
  '42501':
    'This role is not allowed to do that. Set DATABASE_OWNER_URL to the role that owns the tables.',
  '53100': 'The database’s disk is full.',
  '53300': 'The database has too many connections. Try again in a moment.',
  '57P01': 'The database was stopped. Start it again.',
  '57P03': 'The database is starting or stopping. Try again in a moment.',
  '25006': 'The database is read-only. It may be a replica.',
}

const NETWORK: Readonly<Record<string, string>> = {
  ENOENT: 'its socket does not exist. Is it running?',
  ECONNREFUSED: 'nothing listens at its address. Is it running?',
  ENOTFOUND: 'its host name is unknown.',
}

/** Matches TLS errors: an unknown authority, a wrong host name, an expired certificate. */
const CERTIFICATE = /SELF_SIGNED|^UNABLE_TO_|^CERT_|ALTNAME/

const isOfNetwork = ({ syscall }: NodeJS.ErrnoException): boolean =>
  syscall === 'connect' || syscall === 'getaddrinfo'

/** Returns the error for a host's first address. */
const firstOf = (error: unknown): NodeJS.ErrnoException =>
  error instanceof AggregateError ? error.errors[0] : (error as NodeJS.ErrnoException)

/** Explains an error. Messages from Postgres are never repeated, because they can quote values. */
export function explain(error: unknown): string {
  if (error instanceof OwnerError) return error.message
  const { code = '', message } = error as NodeJS.ErrnoException
  if (error instanceof pg.DatabaseError) {
    return STATES[code] ?? `The database refused a statement (SQLSTATE ${code}).`
  }
  if (isOfNetwork(firstOf(error))) {
    return `The database cannot be reached: ${NETWORK[code] ?? 'there is no route to its address.'}`
  }
  if (CERTIFICATE.test(code)) {
    return `The database’s certificate cannot be verified (${code}). In DATABASE_URL, specify its authority with sslrootcert=FILE, or only encrypt with sslmode=no-verify.`
  }
  if (code.startsWith('Z_')) return 'This file is not compressed with gzip, or it is truncated.'
  if (/client password must be/.test(message)) {
    return 'The database requires a password, but DATABASE_URL contains none.'
  }
  if (/timeout|terminated/i.test(message)) return 'The database does not respond.'
  // node-pg-migrate appends the cause's stack to its message.
  if (/permission denied/.test(message)) return STATES['42501'] ?? ''
  return message.split('\n', 1)[0] ?? ''
}
