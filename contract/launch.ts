import { OwnerError } from './owner-error.ts'
import { encryptedAddress } from './urls.ts'

/** The waitlist's stage. The API and the site's build read it from the same settings. */
export interface Launch {
  /** The address of the product, once it is launched. */
  readonly url: string | undefined
  /** Whether the form accepts signups. */
  readonly isOpen: boolean
}

export const WAITLIST_STATES = ['open', 'closed'] as const

/** The rule for LAUNCH_URL, as error messages state it. */
export const LAUNCH_EXAMPLE =
  'a URL such as "https://app.example.com" (http:// on this machine only)'

export const launchOf = (url: string | undefined, state: string): Launch => ({
  url,
  isOpen: url === undefined && state === 'open',
})

/**
 * Reads LAUNCH_URL and WAITLIST for the site's build.
 * @param env - variables by name; empty ones count as unset
 * @throws OwnerError that lists each variable with an unusable value
 */
export function readLaunch(env: Readonly<Record<string, string | undefined>>): Launch {
  const [address, state] = [env['LAUNCH_URL']?.trim() ?? '', env['WAITLIST']?.trim() || 'open']
  const url = encryptedAddress(address)?.href
  const problems = [
    ...(address && !url ? [`LAUNCH_URL: expected ${LAUNCH_EXAMPLE}`] : []),
    ...(WAITLIST_STATES.some((each) => each === state)
      ? []
      : [`WAITLIST: expected one of ${WAITLIST_STATES.join(', ')}`]),
  ]
  if (problems.length > 0) throw new OwnerError(problems.join('\n'))
  return launchOf(url, state)
}
