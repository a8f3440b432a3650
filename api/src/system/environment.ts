import { cleanEnv } from 'envalid'
import { OwnerError } from '../../../contract/owner-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The process's environment. No other file reads `process.env`. */
export const environment: Environment = process.env

/** All problems of the environment, one line per variable. */
export class ConfigError extends OwnerError {
  override readonly status = 2
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(['The settings cannot be used:', ...problems.map((line) => `  ${line}`)].join('\n'))
    this.problems = problems
  }
}

interface Findings {
  readonly errors: Partial<Record<string, Error>>
  /** The valid values by name. */
  readonly env: unknown
}

const report = ({ errors, env }: Findings): void => {
  const problems = Object.entries(errors).map(([name, error]) => `${name}: ${error?.message}`)
  const { PORT, METRICS_PORT } = env as Record<string, unknown>
  if (METRICS_PORT !== undefined && METRICS_PORT === PORT) {
    problems.push('METRICS_PORT: expected another port than PORT')
  }
  if (problems.length > 0) throw new ConfigError(problems)
}

/** Compose passes an unset variable as an empty one. */
const withoutEmpty = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''))

/** @throws ConfigError naming every variable at fault */
export const readSettings = <Settings>(env: Environment, settings: Settings) =>
  cleanEnv(withoutEmpty(env), settings, { reporter: report })

/** A host that only this machine reaches. */
export const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/
