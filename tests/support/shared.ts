/**
 * Returns the URL of the database server that a project's files share. A global setup passes it on to the workers of
 * Vitest and Playwright Test.
 */
export function postgresUrl(): string {
  const url = process.env['TEST_POSTGRES_URL']
  if (url === undefined) throw new Error('Add database-setup to the setup of the project.')
  return url
}
