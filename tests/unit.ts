/** The unit tests, which are beside their sources. The paths begin in the top folder. */
export const UNIT = [
  '{api/src,contract,local,letters,nginx,tools,web}/**/*.test.ts',
  'tests/*.test.ts',
]
