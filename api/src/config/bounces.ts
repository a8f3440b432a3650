import { createPublicKey } from 'node:crypto'
import { type CleanedEnv, str } from 'envalid'
import { ConfigError } from './environment.ts'
import { oneOf, snsTopic, urlWord } from './validators.ts'

const PROVIDERS = ['ses', 'postmark', 'resend', 'mailgun', 'sendgrid', 'brevo'] as const

export type ProviderName = (typeof PROVIDERS)[number]

/** The settings of the address that a mail provider reports bounces to. */
export const BOUNCE_SETTINGS = {
  BOUNCE_KEY: urlWord({
    default: undefined,
    example: 'the output of openssl rand -hex 24',
    desc: 'Opens `/api/bounces/BOUNCE_PROVIDER?key=…`, where a mail provider reports bounces and complaints. Unset, the endpoint does not exist.',
  }),
  BOUNCE_PROVIDER: oneOf(PROVIDERS)({
    default: undefined,
    example: 'postmark',
    desc: 'The provider that may report there: ses, postmark, resend, mailgun, sendgrid or brevo. Required with BOUNCE_KEY.',
  }),
  BOUNCE_SIGNING_KEY: str({
    default: undefined,
    example: 'whsec_…',
    desc: 'Also checks the signatures of Resend (signing secret), Mailgun (HTTP webhook signing key) or SendGrid (verification key).',
  }),
  BOUNCE_TOPIC_ARN: snsTopic({
    default: undefined,
    example: 'arn:aws:sns:eu-central-1:123456789012:bounces',
    desc: 'The topic of Amazon SNS that may report. Required with BOUNCE_PROVIDER=ses.',
  }),
}

/** SendGrid shows the base64; a PEM file has the same in lines. */
const bareKey = (pem: string): string => pem.replace(/-----(?:BEGIN|END) PUBLIC KEY-----|\s/g, '')

function isPublicKey(text: string): boolean {
  try {
    const key = Buffer.from(bareKey(text), 'base64')
    return createPublicKey({ key, format: 'der', type: 'spki' }).asymmetricKeyType === 'ec'
  } catch {
    return false
  }
}

interface SigningKey {
  /** Which text is such a key, so that the key of one provider is not taken for that of another. */
  readonly test: (text: string) => boolean
  readonly expected: string
}

/** Of the providers that sign with a key of the account. */
const SIGNING_KEYS: Readonly<Partial<Record<ProviderName, SigningKey>>> = {
  resend: {
    test: (text) => /^whsec_[A-Za-z\d+/]{24,}={0,2}$/.test(text),
    expected: 'the signing secret of Resend, which begins with whsec_',
  },
  mailgun: {
    test: (text) => /^[\w-]{16,100}$/.test(text) && !text.startsWith('whsec_'),
    expected: 'the HTTP webhook signing key of Mailgun, of letters and digits',
  },
  sendgrid: { test: isPublicKey, expected: 'the verification key of SendGrid, a public key' },
}

/** Whether BOUNCE_SIGNING_KEY checks the signature of a provider. */
export const signsWithKey = (provider: ProviderName): boolean => provider in SIGNING_KEYS

function signingProblem(provider: ProviderName, key: string): string | undefined {
  const kind = SIGNING_KEYS[provider]
  if (kind === undefined) return `expected to be unset, because ${provider} signs with no such key`
  return kind.test(key) ? undefined : `expected ${kind.expected}`
}

/** @returns what is wrong with each setting, if anything is */
function problemsOf(clean: CleanedEnv<typeof BOUNCE_SETTINGS>) {
  const provider = clean.BOUNCE_PROVIDER
  const key = clean.BOUNCE_SIGNING_KEY
  const needsTopic = provider === 'ses' && clean.BOUNCE_TOPIC_ARN === undefined
  const hasTopic = provider !== 'ses' && clean.BOUNCE_TOPIC_ARN !== undefined
  return {
    BOUNCE_PROVIDER: provider
      ? undefined
      : `expected with BOUNCE_KEY: one of ${PROVIDERS.join(', ')}`,
    BOUNCE_SIGNING_KEY: provider && key ? signingProblem(provider, key) : undefined,
    BOUNCE_TOPIC_ARN: needsTopic
      ? 'expected with BOUNCE_PROVIDER=ses, so that no other topic is accepted'
      : hasTopic
        ? 'expected with BOUNCE_PROVIDER=ses only'
        : undefined,
  }
}

/**
 * How reports of a mail provider are received; undefined: not at all. The provider is named and not found in
 * SMTP_URL, because the API does not get the password of the mail server.
 * @throws ConfigError for settings that do not belong together
 */
export function toBouncesConfig(clean: CleanedEnv<typeof BOUNCE_SETTINGS>) {
  const { BOUNCE_KEY: key, BOUNCE_PROVIDER: provider } = clean
  const names = Object.keys(BOUNCE_SETTINGS) as (keyof typeof BOUNCE_SETTINGS)[]
  const problems =
    key === undefined
      ? names.filter((name) => clean[name]).map((name) => `${name}: expected with BOUNCE_KEY`)
      : Object.entries(problemsOf(clean)).flatMap(([name, problem]) =>
          problem ? [`${name}: ${problem}`] : [],
        )
  if (problems.length > 0) throw new ConfigError(problems)
  if (key === undefined || provider === undefined) return undefined
  const signingKey = clean.BOUNCE_SIGNING_KEY
  return Object.freeze({
    key,
    provider,
    signingKey: provider === 'sendgrid' && signingKey ? bareKey(signingKey) : signingKey,
    topicArn: clean.BOUNCE_TOPIC_ARN,
  })
}

export type BouncesConfig = NonNullable<ReturnType<typeof toBouncesConfig>>
