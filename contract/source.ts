/** The query parameters that say where a link's visitors come from. If a link has both, `ref` wins. */
export const SOURCE_PARAMETERS = ['ref', 'utm_source'] as const

/**
 * The source of a visit or a signup: a value of at most 64 characters in one of these parameters, or else the host name
 * of the linking website.
 */
export const SOURCE_PATTERN = '^[\\p{L}\\p{N}][\\p{L}\\p{N} ._~+-]{0,63}$'

/**
 * Matches a person's referral code, the `ref` in their link. Ten consonants never form a word.
 * migrations/functions/5_referrals.sql uses the same letters.
 */
export const REFERRAL_CODE_PATTERN = '^[bcdfghjklmnpqrstvwxz]{10}$'

/** Visits and statistics combine all referral codes into this source. */
export const FRIEND_SOURCE = 'a friend'

/**
 * Each day, all but the 100 sources with the most visits are combined into this one
 * (migrations/functions/8_visits.sql).
 */
export const OTHER_SOURCE = 'other'

/** Returns the link that a person shares with friends. */
export const friendLink = (origin: string, code: string): string =>
  `${origin}/?${SOURCE_PARAMETERS[0]}=${code}`

/** The start script reports each page load to this path, in the fields `path` and `source`. */
export const VISIT_PATH = '/api/visit'
