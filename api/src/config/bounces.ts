import { type CleanedEnv, str } from 'envalid'
import { ConfigError } from './environment.ts'
import { urlWord } from './validators.ts'

/** The settings of the address that a mail provider reports bounces to. */
export const BOUNCE_SETTINGS = {
  BOUNCE_KEY: urlWord(20)({
    default: undefined,
    example: 'the output of openssl rand -hex 24',
    desc: 'Opens `/api/bounces/PROVIDER?key=…`, where a mail provider reports bounces and complaints. Unset, the endpoint does not exist.',
  }),
  BOUNCE_SIGNING_KEY: str({
    default: undefined,
    example: 'whsec_…',
    desc: 'Also checks the signatures of Resend (signing secret), Mailgun (HTTP webhook signing key) or SendGrid (verification key).',
  }),
}

/**
 * How reports of a mail provider are received; undefined: not at all.
 * @throws ConfigError for a signing key without the other
 */
export function toBouncesConfig(clean: CleanedEnv<typeof BOUNCE_SETTINGS>) {
  const { BOUNCE_KEY: key, BOUNCE_SIGNING_KEY: signingKey } = clean
  if (key === undefined && signingKey !== undefined) {
    throw new ConfigError(['BOUNCE_SIGNING_KEY: expected with BOUNCE_KEY'])
  }
  return key === undefined ? undefined : Object.freeze({ key, signingKey })
}
