import { FIELDS, tidy } from '@ad-kit/contract'

const ADDRESS = new RegExp(FIELDS.email.pattern, 'u')

/** Short names such as aol.com or gmx.de are left out, because other real domains are only one letter away. */
const PROVIDERS = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'yahoo.co.uk',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'icloud.com',
  'rocketmail.com',
  'protonmail.com',
  'fastmail.com',
  'comcast.net',
  'verizon.net',
  'bellsouth.net',
  'btinternet.com',
]

/** Real domains that are one letter away from a provider's. */
const EXCEPTIONS = ['grail.com', 'incloud.com']

/**
 * Returns whether one letter is missing, added, wrong or swapped with its neighbour (a Damerau–Levenshtein
 * distance of 1). The first letter must be right: ymail.com, email.com and mail.com exist.
 */
function isNearMiss(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length)
  let start = 0
  while (start < shorter && typed[start] === meant[start]) start += 1
  let end = 0
  while (end < shorter - start && typed.at(-1 - end) === meant.at(-1 - end)) end += 1
  const wrong = typed.slice(start, typed.length - end)
  const right = meant.slice(start, meant.length - end)
  const isSwap = wrong.length === 2 && right === wrong.charAt(1) + wrong.charAt(0)
  return start > 0 && (isSwap || Math.max(wrong.length, right.length) === 1)
}

/** Returns the address that a visitor probably meant, if the typed one is valid but looks mistyped. */
export function suggestEmail(typed: string): string | undefined {
  const address = tidy('email', typed)
  if (!ADDRESS.test(address)) return undefined
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at).toLowerCase()
  if (PROVIDERS.includes(domain) || EXCEPTIONS.includes(domain)) return undefined
  const meant = PROVIDERS.find((provider) => isNearMiss(domain, provider))
  return meant && address.slice(0, at) + meant
}
