/** The database server that the files of a project share. A global setup leaves it to Vitest's and Playwright Test's workers. */
export function postgresUrl(): string {
  const url = process.env['TEST_POSTGRES_URL']
  if (url === undefined) throw new Error('Add database-setup to the setup of the project.')
  return url
}
