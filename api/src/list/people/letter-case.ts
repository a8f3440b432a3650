/**
 * Returns SQL that lowercases text. The collation is explicit because the database's default may be Turkish, in which I
 * becomes ı.
 */
export const lowered = (text: string): string => `lower(${text} COLLATE "und-x-icu")`

/** Returns SQL that lowercases text and strips accents. The letters at the end have no Unicode decomposition. */
export const folded = (text: string): string =>
  `translate(regexp_replace(${lowered(`normalize(${text}, NFD)`)}, '[\\u0300-\\u036f]', '', 'g'), 'łøđı', 'lodi')`
