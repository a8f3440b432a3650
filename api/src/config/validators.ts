import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { EnvError, makeExactValidator } from 'envalid'

const expect = (expectation: string): never => {
  throw new EnvError(`expected ${expectation}`)
}

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

const isNetwork = (entry: string): boolean => {
  const [address = '', prefix, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  // a prefix of 0 would let every client choose its address
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) &&
      Number(prefix) >= 1 &&
      Number(prefix) <= (version === 4 ? 32 : 128))
  )
}

/** A secret that can stand in a query unchanged. No message repeats it. */
export const urlWord = makeExactValidator<string>((input) =>
  /^[\w-]{20,}$/.test(input) ? input : expect('at least 20 letters, digits, - or _'),
)

/** Addresses and CIDR ranges, separated by commas. */
export const networks = makeExactValidator<readonly string[]>((input) => {
  const entries = list(input)
  return entries.every(isNetwork)
    ? entries
    : expect('addresses or CIDR ranges such as "10.0.0.0/8, fd00::/8" (/0 is not allowed)')
})

/** `URL` and `domainToASCII` skip line breaks and tabs. One at the end is from a file. */
const hasControl = (input: string): boolean => /\p{Cc}/u.test(input.trim())

/** The URL, if it is one with such a protocol. */
const urlWith = (protocols: readonly string[], input: string): URL | undefined => {
  const url = hasControl(input) ? undefined : URL.parse(input)
  return url && protocols.includes(url.protocol) ? url : undefined
}

const WEB = ['http:', 'https:']

const isOrigin = (entry: string): boolean => urlWith(WEB, entry)?.origin === entry

export const origins = makeExactValidator<readonly string[]>((input) => {
  const entries = list(input)
  return entries.every(isOrigin)
    ? entries
    : expect('origins such as "https://example.com, https://www.example.com" (no path, no *)')
})

/** A Postgres connection string. No message repeats it, because it holds a password. */
export const postgresUrl = makeExactValidator<string>((input) =>
  urlWith(['postgres:', 'postgresql:'], input)
    ? input
    : expect('a URL such as "postgres://user:password@host:5432/database"'),
)

/** A Redis or Valkey server. No message repeats it, because it can hold a password. */
export const redisUrl = makeExactValidator<string>((input) =>
  urlWith(['redis:', 'rediss:'], input) ? input : expect('a URL such as "redis://host:6379"'),
)

/** A mail server. No message repeats it, because it can hold a password. */
export const smtpUrl = makeExactValidator<string>((input) =>
  urlWith(['smtp:', 'smtps:'], input)?.hostname
    ? input
    : expect('a URL such as "smtp://user:password@mail.example.com:587"'),
)

/** Without a name and a password, which `fetch` refuses. */
export const webUrl = makeExactValidator<string>((input) =>
  urlWith(WEB, input)?.username === '' ? input : expect('a URL such as "https://www.example.com"'),
)

/** The ASCII form, because headers of emails have no other. */
export const domainName = makeExactValidator<string>((input) => {
  const ascii = domainToASCII(input)
  return !hasControl(input) && /^[\w-]+(?:\.[\w-]+)*$/.test(ascii)
    ? ascii
    : expect('a name such as "example.com"')
})

/**
 * `name@example.com` or `Name <name@example.com>`, without characters that start a header. Before the @
 * it is ASCII, because few servers take other letters there.
 */
export const mailAddress = makeExactValidator<string>((input) => {
  const address = input.replace(/^[^<>@"\p{Cc}]*<(.*)>$/u, '$1')
  const domain = /^[!-;=?A-~]+@([^\s<>@\p{Cc}]+)$/u.exec(address)?.[1]
  return domain && domainToASCII(domain)
    ? input
    : expect('an address such as "hello@example.com" or "Starkit <hello@example.com>"')
})

/** A header of a provider, in one line. Others would replace those of the mail. */
export const mailHeader = makeExactValidator<Readonly<Record<string, string>>>((input) => {
  const colon = input.indexOf(': ')
  return /^X-[A-Za-z\d-]{1,60}: [\x21-\x7e][\x20-\x7e]{0,200}$/.test(input)
    ? { [input.slice(0, colon)]: input.slice(colon + 2) }
    : expect('a header such as "X-Stream: broadcast"')
})

/** A topic of Amazon SNS. */
export const snsTopic = makeExactValidator<string>((input) =>
  /^arn:aws(?:-[a-z]{1,10})*:sns:[a-z\d-]{3,32}:\d{12}:[\w-]{1,256}$/.test(input)
    ? input
    : expect('a topic such as "arn:aws:sns:eu-central-1:123456789012:bounces"'),
)

export const listenHost = makeExactValidator<string>((input) =>
  isIP(input) > 0 || /^[a-z\d](?:[a-z\d.-]{0,252}[a-z\d])?$/i.test(input)
    ? input
    : expect('an address or a host name such as "127.0.0.1", "0.0.0.0" or "localhost"'),
)

export const oneOf = <Word extends string>(words: readonly Word[]) =>
  makeExactValidator<Word>(
    (input) => words.find((word) => word === input) ?? expect(`one of ${words.join(', ')}`),
  )
