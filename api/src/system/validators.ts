import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { EnvError, makeExactValidator } from 'envalid'
import { LAUNCH_EXAMPLE } from '../../../contract/launch.ts'
import { encryptedAddress, isSiteAddress, urlWith, webAddress } from '../../../contract/urls.ts'

const expect = (expectation: string): never => {
  throw new EnvError(`expected ${expectation}`)
}

const matching = (pattern: RegExp, expectation: string) =>
  makeExactValidator<string>((input) => (pattern.test(input) ? input : expect(expectation)))

const list = (input: string): string[] =>
  input
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

export const wholeNumber = (max: number) =>
  makeExactValidator<number>((input) => {
    const value = /^\d{1,9}$/.test(input) ? Number(input) : Number.NaN
    return value >= 1 && value <= max ? value : expect(`a whole number from 1 to ${max}`)
  })

/** Returns whether an entry is a network. A prefix of 0 would let every client choose its address. */
function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const longest = [0, 0, 0, 0, 32, 0, 128][isIP(address)] ?? 0
  if (longest === 0 || rest.length > 0) return false
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= longest)
}

/** A secret that needs no escaping in a query or a header. Error messages don't repeat it. */
export const secretKey = matching(/^[\w-]{32,}$/, 'at least 32 letters, digits, - or _')

const WHSEC = 'whsec_'

/**
 * Parses the webhook key. With the prefix from Standard Webhooks 1.0.0 (standardwebhooks.com), it is base64 of 24 to 64
 * bytes. Any other string is the key itself. From invalid base64, Node.js would decode a short or an empty key.
 */
export const webhookKey = makeExactValidator<string | Buffer>((input) => {
  if (!input.startsWith(WHSEC)) return input
  const key = Buffer.from(input.slice(WHSEC.length), 'base64')
  const isKey = key.length >= 24 && key.length <= 64 && input === WHSEC + key.toString('base64')
  return isKey
    ? key
    : expect(
        'base64 of 24 to 64 bytes after whsec_, as from: echo whsec_$(openssl rand -base64 32)',
      )
})

/** Parses addresses and CIDR ranges, separated by commas. */
export const networks = makeExactValidator<readonly string[]>((input) => {
  const entries = list(input)
  return entries.every(isNetwork)
    ? entries
    : expect('addresses or CIDR ranges such as "10.0.0.0/8, fd00::/8" (/0 is not allowed)')
})

const isOrigin = (entry: string): boolean => webAddress(entry)?.origin === entry

export const origins = makeExactValidator<readonly string[]>((input) => {
  const entries = list(input)
  return entries.every(isOrigin)
    ? entries
    : expect('origins such as "https://example.com, https://www.example.com" (no path, no *)')
})

/** Returns whether clients can decode these parts of a URL. A lone `%` would make decoding fail. */
function decodes({ username, password, pathname }: URL): boolean {
  try {
    return decodeURIComponent(username + password + pathname) !== undefined
  } catch {
    return false
  }
}

/** The URL of a server. Error messages don't repeat it, because it can contain a password. */
function serverUrl(protocols: readonly string[], example: string, input: string): URL {
  const url = urlWith(protocols, input)
  if (url === undefined) return expect(`a URL such as "${example}"`)
  return decodes(url)
    ? url
    : expect('%25 for each % in the user and the password, and %40 %3A %2F for @ : /')
}

/** The modes in which the driver verifies the certificate. It warns about the last three. */
const VERIFIED = ['verify-full', 'verify-ca', 'require', 'prefer']
const SSL_MODES = [...VERIFIED, 'no-verify', 'disable']
const SSL_FILES = ['sslrootcert', 'sslcert', 'sslkey']

function checkSsl(name: string, value: string): void {
  if (name === 'sslmode') {
    if (!SSL_MODES.includes(value)) expect(`sslmode to be one of ${SSL_MODES.join(', ')}`)
  } else if (SSL_FILES.includes(name)) {
    if (value !== 'system' && !existsSync(value)) expect(`${name} to be a file that exists here`)
  } else if (/^(?:ssl|tls)/i.test(name) && name !== 'sslnegotiation') {
    expect(`sslmode=verify-full instead of ${name}, which belongs to another driver`)
  }
}

/**
 * A Postgres connection string. Another driver's parameters are refused, because pg would ignore them and might not
 * encrypt.
 */
export const postgresUrl = makeExactValidator<string>((input) => {
  const example = 'postgres://user:password@host:5432/database'
  const url = serverUrl(['postgres:', 'postgresql:'], example, input)
  const { searchParams } = url
  for (const [name, value] of searchParams) checkSsl(name, value)
  const isSystem = searchParams.get('sslrootcert') === 'system'
  if (!isSystem && !VERIFIED.slice(1).includes(searchParams.get('sslmode') ?? '')) return input
  if (isSystem) searchParams.delete('sslrootcert')
  searchParams.set('sslmode', 'verify-full')
  return url.href
})

/** Parses a mail server's URL. */
export const smtpUrl = makeExactValidator<string>((input) => {
  const example = 'smtp://user:password@mail.example.com:587'
  return serverUrl(['smtp:', 'smtps:'], example, input).hostname
    ? input
    : expect(`a URL such as "${example}"`)
})

/** Parses a mail API's address. A key must not cross a network without encryption. */
export const apiUrl = makeExactValidator<string>((input) => {
  const url = isSiteAddress(input) ? encryptedAddress(input) : undefined
  return url
    ? url.origin
    : expect(
        'an address without a path such as "https://api.eu.mailgun.net" (http:// on this machine only)',
      )
})

/** A key that needs no escaping in a header. Error messages don't repeat it. */
export const apiKey = matching(
  /^[\x21-\x7e]{8,500}$/,
  'a key of 8 to 500 characters without spaces',
)

export const webUrl = makeExactValidator<string>((input) =>
  webAddress(input) ? input : expect('a URL such as "https://www.example.com"'),
)

export const launchUrl = makeExactValidator<string>(
  (input) => encryptedAddress(input)?.href ?? expect(LAUNCH_EXAMPLE),
)

export const siteUrl = makeExactValidator<string>((input) =>
  isSiteAddress(input)
    ? new URL(input).origin
    : expect('an address without a path such as "https://www.example.com"'),
)

/**
 * Accepts `name@example.com`, `Name <name@example.com>` and `"Name, Inc." <name@example.com>` (RFC 5322). Refuses
 * characters that could start another header. Before the @, it allows only ASCII, because few servers accept other
 * letters.
 */
export const mailAddress = makeExactValidator<string>((input) => {
  const name = /^(?:"(?:[^"\\\p{Cc}]|\\\P{Cc})*" *|[^<>@"\p{Cc}]*)(?=<)/u
  const address = input.replace(name, '').replace(/^<(.*)>$/, '$1')
  const domain = /^[!-;=?A-~]+@([^\s<>@\p{Cc}]+)$/u.exec(address)?.[1]
  return domain && domainToASCII(domain)
    ? input
    : expect('an address such as "hello@example.com" or "Starkit <hello@example.com>"')
})

/** Parses a provider's `X-` header. Other headers could replace the email's own. */
export const mailHeader = makeExactValidator<Readonly<Record<string, string>>>((input) => {
  const colon = input.indexOf(': ')
  return /^X-[A-Za-z\d-]{1,60}: [\x21-\x7e][\x20-\x7e]{0,200}$/.test(input)
    ? { [input.slice(0, colon)]: input.slice(colon + 2) }
    : expect('a header such as "X-Stream: broadcast"')
})

/** Parses the ARN of an Amazon SNS topic. */
export const snsTopic = matching(
  /^arn:aws(?:-[a-z]{1,10})*:sns:[a-z\d-]{3,32}:\d{12}:[\w-]{1,256}$/,
  'a topic such as "arn:aws:sns:eu-central-1:123456789012:bounces"',
)

export const listenHost = matching(
  /^(?:[\da-f:.]*:[\da-f:.]*|[a-z\d](?:[a-z\d.-]{0,252}[a-z\d])?)$/i,
  'an address or a host name such as "127.0.0.1", "0.0.0.0" or "localhost"',
)

export const oneOf = <Word extends string>(words: readonly Word[]) =>
  makeExactValidator<Word>(
    (input) => words.find((word) => word === input) ?? expect(`one of ${words.join(', ')}`),
  )
