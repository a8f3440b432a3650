/** The unit tests, which are beside their sources. The paths begin in the top folder. */
export const UNIT = [
  '{api/src,contract,deploy,letters,local,nginx,tools,web}/**/*.test.ts',
  'tests/*.test.ts',
]
