/** The query parameters of a link that say where its visitors come from; the first one counts. */
export const SOURCE_PARAMETERS = ['ref', 'utm_source'] as const

/** A signup's optional source: a word of at most 64 characters in one of these parameters. */
export const SOURCE_PATTERN = '^[\\p{L}\\p{N}][\\p{L}\\p{N} ._~+-]{0,63}$'
