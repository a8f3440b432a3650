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

/** What is wrong with the settings together. */
function problemsOf(clean: CleanedEnv<typeof BOUNCE_SETTINGS>): string[] {
  const { BOUNCE_PROVIDER: provider, BOUNCE_SIGNING_KEY: key, BOUNCE_TOPIC_ARN: topic } = clean
  if (clean.BOUNCE_KEY === undefined) {
    const names = Object.keys(BOUNCE_SETTINGS) as (keyof typeof BOUNCE_SETTINGS)[]
    return names.filter((name) => clean[name]).map((name) => `${name}: expected with BOUNCE_KEY`)
  }
  if (provider === undefined) {
    return [`BOUNCE_PROVIDER: expected with BOUNCE_KEY: one of ${PROVIDERS.join(', ')}`]
  }
  const {
    test = () => false,
    expected = `to be unset, because ${provider} signs with no such key`,
  } = SIGNING_KEYS[provider] ?? {}
  const problems: string[] = []
  if (key && !test(key)) problems.push(`BOUNCE_SIGNING_KEY: expected ${expected}`)
  if (provider === 'ses' && !topic) {
    problems.push(
      'BOUNCE_TOPIC_ARN: expected with BOUNCE_PROVIDER=ses, so that no other topic is accepted',
    )
  }
  if (provider !== 'ses' && topic) {
    problems.push('BOUNCE_TOPIC_ARN: expected with BOUNCE_PROVIDER=ses only')
  }
  return problems
}

/**
 * How reports of a mail provider are received; undefined: not at all. The provider is named and not found in
 * SMTP_URL, because the API does not get the password of the mail server.
 * @throws ConfigError for settings that do not belong together
 */
export function toBouncesConfig(clean: CleanedEnv<typeof BOUNCE_SETTINGS>) {
  const problems = problemsOf(clean)
  if (problems.length > 0) throw new ConfigError(problems)
  const { BOUNCE_KEY: key, BOUNCE_PROVIDER: provider, BOUNCE_SIGNING_KEY: signingKey } = clean
  if (key === undefined || provider === undefined) return undefined
  return Object.freeze({
    key,
    provider,
    signingKey: provider === 'sendgrid' && signingKey ? bareKey(signingKey) : signingKey,
    topicArn: clean.BOUNCE_TOPIC_ARN,
  })
}

export type BouncesConfig = NonNullable<ReturnType<typeof toBouncesConfig>>
