import { randomInt } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { openSecureStack, planSecureStack, type SecureStack } from './secure-stack.ts'
import { bringUp, openStack, type Stack, type StackOptions, type StackPlan } from './stack.ts'

/** The services whose images the stacks of one run share. */
const BUILT = ['api', 'certificate', 'migrate', 'nginx', 'site']

const run = inject('stackRun')

/** Tests of the whole stack, skipped on a machine without a container engine. */
export const describeStack = describe.skipIf(run === null)

/** A running stack that other files use at the same time: do not stop or change a service. */
export const useSharedStack = (): (() => Stack) =>
  useOpened(async () => {
    const plan = await once('plain', async () => {
      const plan = await newPlan('plain', { settings: { RATE_LIMIT_MAX: '1000000' } })
      await start(plan)
      return plan
    })
    return openStack(plan)
  })

/** The same with the profile `tls`. */
export const useSharedSecureStack = (): (() => SecureStack) =>
  useOpened(async () => openSecureStack(await once('secure', startSecureStack)))

/** A running stack for one file. */
export const useStack = (options: StackOptions = {}): (() => Stack) =>
  useOpened(async () => {
    const plan = await newPlan('own', options)
    await start(plan)
    return openStack(plan)
  }, remove)

/** A running stack that has built its images itself, as docs/install.md does. */
export const useOwnBuild = (options: StackOptions = {}): (() => Stack) =>
  useOpened(async () => {
    const stack = openStack(await newPlan('own', options))
    await bringUp(stack, 'up', '--build', '--detach', '--wait')
    return stack
  }, remove)

/** A stack for one file that has images and is not started. */
export const useBuiltStack = (options: StackOptions = {}): (() => Stack) =>
  useOpened(async () => {
    const plan = await newPlan('own', options)
    await addImages(plan)
    return openStack(plan)
  }, remove)

/** A running stack with the profile `tls` for one file. */
export const useSecureStack = (): (() => SecureStack) =>
  useOpened(async () => openSecureStack(await startSecureStack()), remove)

const remove = (stack: Stack): Promise<void> => stack.remove()

function useOpened<Opened extends Stack>(
  open: () => Promise<Opened>,
  close: (stack: Opened) => Promise<void> = async () => {},
): () => Opened {
  let stack: Opened | undefined
  beforeAll(async () => {
    stack = await open()
  })
  afterAll(() => stack && close(stack))
  return () => {
    if (stack === undefined) throw new Error('Use the stack in a test or a hook.')
    return stack
  }
}

async function startSecureStack() {
  const plan = await planSecureStack(await newPlan('secure', {}), shared().folder)
  await start(plan)
  return plan
}

async function start(plan: StackPlan): Promise<void> {
  await addImages(plan)
  await bringUp(openStack(plan), 'up', '--detach', '--wait')
}

function shared() {
  if (run === null) throw new Error('Wrap the test in describeStack.')
  return run
}

async function newPlan(name: string, options: StackOptions): Promise<StackPlan> {
  const project = `waitlist-test-${name}${randomInt(1_000_000)}-${shared().pid}`
  return { ...options, project, port: await getPort() }
}

/** Builds the images once a run and gives them the names that the stack looks for. */
async function addImages({ project }: StackPlan): Promise<void> {
  const images = await once('images', async () => {
    const plan = await newPlan('images', { profiles: ['tls'] })
    await bringUp(openStack(plan), 'build')
    return plan
  })
  const tags = BUILT.map((name) => `docker tag ${images.project}-${name} ${project}-${name}`)
  await openStack(images).shell(tags.join('\n'))
}

/**
 * Does some work in one of the workers; the others wait for its result.
 * @param work its result has to be JSON
 */
async function once<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const folder = join(shared().folder, name)
  const first = await mkdir(folder).then(
    () => true,
    () => false,
  )
  const [file, failure] = [join(folder, 'result'), join(folder, 'failure')]
  if (first) {
    try {
      const result = await work()
      await save(file, JSON.stringify(result))
    } catch (error) {
      await save(failure, String(error))
      throw error
    }
  }
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text !== undefined) return JSON.parse(text)
    const reason = await readFile(failure, 'utf8').catch(() => undefined)
    if (reason !== undefined) throw new Error(`Another file could not prepare: ${reason}`)
    await sleep(200)
  }
}

/** Writes the file in one step, so that no reader finds half of it. */
async function save(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text)
  await rename(`${file}.new`, file)
}
