/** The unit tests, which stand beside their sources. Paths from the top folder of the repository. */
export const UNIT = [
  '{api/src,contract,local,letters,nginx,tools,web}/**/*.test.ts',
  'tests/*.test.ts',
]
