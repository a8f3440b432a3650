/**
 * Returns SQL that lowers case. The collation is explicit because the database's own may be Turkish, which lowers I to
 * ı.
 */
export const lowered = (text: string): string => `lower(${text} COLLATE "und-x-icu")`

/** Returns SQL that lowers case and strips accents. The letters at the end have no Unicode decomposition. */
export const folded = (text: string): string =>
  `translate(regexp_replace(${lowered(`normalize(${text}, NFD)`)}, '[\\u0300-\\u036f]', '', 'g'), 'łøđı', 'lodi')`
