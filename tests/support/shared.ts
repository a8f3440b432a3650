/**
 * What the global setups prepare for all tests of a run. Workers of Vitest and of Playwright Test
 * inherit it by the environment.
 */
const shared = (name: string) => ({
  set: (value: string) => {
    process.env[name] = value
  },
  get: (): string => {
    const value = process.env[name]
    if (value === undefined) throw new Error(`${name} is not set. Add its setup to the project.`)
    return value
  },
})

const postgres = shared('TEST_POSTGRES_URL')
const site = shared('TEST_SITE_DIR')
const stack = shared('TEST_STACK_RUN')

/** The database server that the files of a project share. */
export const postgresUrl = postgres.get
export const sharePostgresUrl = postgres.set

/** The output folder of the web build. */
export const siteDir = site.get
export const shareSiteDir = site.set

interface StackRun {
  readonly pid: number
  readonly folder: string
}

/** What the stacks of one run share; null when the machine has no container engine. */
export const stackRun = (): StackRun | null => JSON.parse(stack.get())
export const shareStackRun = (run: StackRun | null): void => stack.set(JSON.stringify(run))
