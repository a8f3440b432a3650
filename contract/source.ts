/** The query parameters of a link that say where its visitors come from; the first one counts. */
export const SOURCE_PARAMETERS = ['ref', 'utm_source'] as const

/**
 * The source of a visit or a signup: a word of at most 64 characters in one of these parameters, else
 * the host name of the website with the link.
 */
export const SOURCE_PATTERN = '^[\\p{L}\\p{N}][\\p{L}\\p{N} ._~+-]{0,63}$'

/**
 * The code of a person, which the link for their friends has as its `ref`: ten consonants, so that it is no word.
 * The same letters are in migrations/functions.sql.
 */
export const REFERRAL_CODE_PATTERN = '^[bcdfghjklmnpqrstvwxz]{10}$'

/** In counts, all codes are this one source. */
export const FRIEND_SOURCE = 'a friend'

/** Sums up the sources that a day has beyond the 100 largest (migrations/functions.sql). */
export const OTHER_SOURCE = 'other'

/** The link that a person gives to friends. */
export const friendLink = (origin: string, code: string): string =>
  `${origin}/?${SOURCE_PARAMETERS[0]}=${code}`

/** Where the start script reports each page load, with the members `path` and `source`. */
export const VISIT_PATH = '/api/visit'
