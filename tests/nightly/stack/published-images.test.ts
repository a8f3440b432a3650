// Runs by day if a change touches deploy/images.yml, deploy/upgrade, docker-compose.yml, Dockerfile,
// tests/stack/support/.

import { rm } from 'node:fs/promises'
import { test as base, expect, onTestFinished } from 'vitest'
import { openStack, type Stack } from '../../stack/support/stack.ts'
import { describeStack, newImages } from '../../stack/support/test.ts'
import { freePort } from '../../support/ports.ts'
import { copyVersion } from './next-version.ts'

const IMAGES = ['api', 'site', 'nginx']

const test = base.extend('stack', { scope: 'file' }, newImages())

describeStack('images of a registry', () => {
  /** Gives the images a registry's names, as after a pull. */
  const publish = async (stack: Stack, prefix: string, tag: string) => {
    for (const name of IMAGES) {
      // The label makes each tag a different image, as each version is.
      await stack.shell(
        `printf 'FROM %s\\nLABEL tag=${tag}\\n' "$COMPOSE_PROJECT_NAME-${name}" | docker build --quiet --tag ${prefix}${name}:${tag} -`,
      )
    }
  }
  const imagesOf = async (stack: Stack) => {
    const list = await stack.compose('ps', '--format', '{{.Image}}', 'api', 'worker', 'nginx')
    return [...new Set(list.trim().split('\n'))].sort()
  }

  test('published images start a stack, and an upgrade starts newer images', async ({ stack }) => {
    const project = (await stack.shell('echo "$COMPOSE_PROJECT_NAME"')).trim()
    const prefix = `registry.test/${project}-`
    const settings = { IMAGE_PREFIX: prefix, IMAGE_TAG: '1.0.0' }
    const files = ['deploy/images.yml']
    await publish(stack, prefix, '1.0.0')
    await publish(stack, prefix, '1.0.1')

    const pulled = openStack({ project, port: await freePort(), settings, files })
    onTestFinished(async () => {
      await pulled.compose('down', '--volumes', '--timeout', '0')
      await pulled.shell(`docker images --quiet '${prefix}*' | xargs docker rmi --force`)
    })
    await pulled.compose('up', '--detach', '--wait')
    expect((await fetch(pulled.url)).status).toBe(200)
    expect(await imagesOf(pulled)).toEqual([`${prefix}api:1.0.0`, `${prefix}nginx:1.0.0`])

    // An upgrade writes a backup into its folder.
    const tree = await copyVersion()
    onTestFinished(() => rm(tree, { recursive: true }))
    const next = { tree, settings: { IMAGE_TAG: '1.0.1' } }
    expect(await pulled.waitlist(['upgrade'], next)).toContain('upgrade: done.')
    expect(await imagesOf(pulled)).toEqual([`${prefix}api:1.0.1`, `${prefix}nginx:1.0.1`])
  })
})
