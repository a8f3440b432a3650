/** The unit tests, which sit next to their sources. Paths start at the repository's root. */
export const UNIT = [
  '{api/src,contract,deploy,letters,local,nginx,tools,web}/**/*.test.ts',
  'tests/*.test.ts',
]
