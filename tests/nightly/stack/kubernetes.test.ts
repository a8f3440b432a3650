// Runs by day if a change touches deploy/kubernetes/.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { MAIL_SETTINGS, readConfig, SITE_SETTINGS } from '../../../api/src/system/settings.ts'
import { describeStack } from '../../stack/support/test.ts'
import { ROOT } from '../../support/repository.ts'
import { type KubernetesObject, ofKind, podsOf, render, typeErrors } from './kubernetes.ts'

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** The settings that the processes and nginx's start.sh read. */
const KNOWN = new Set([
  ...Object.keys({ ...SITE_SETTINGS, ...MAIL_SETTINGS }),
  ...[...read('nginx/start.sh').matchAll(/\$\{([A-Z_]+):-/g)].map(([, name]) => name),
])

describeStack('the files for Kubernetes', () => {
  let objects: KubernetesObject[]
  const pods = () => podsOf(objects)
  const containers = () =>
    pods().flatMap(({ name, spec }) => spec.containers.map((container) => ({ name, container })))
  const settings = () => ofKind(objects, 'ConfigMap')[0]?.data ?? {}

  beforeAll(async () => {
    objects = await render()
  }, 600_000)

  test('the Kubernetes files contain only fields that Kubernetes knows', async () => {
    expect(objects.length).toBeGreaterThan(12)
    expect(await typeErrors(objects)).toBe('')
  })

  test('the Kubernetes files put everything into one namespace that refuses privileged pods', () => {
    const namespaces = ofKind(objects, 'Namespace').map(({ metadata }) => metadata)
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' }
    expect(namespaces).toMatchObject([{ labels }])
    for (const { kind, metadata } of objects.filter(({ kind }) => kind !== 'Namespace')) {
      expect(metadata?.namespace, `${kind} ${metadata?.name}`).toBe(namespaces[0]?.name)
    }
  })

  test('all pods meet the Pod Security Standard "restricted" and have limits for memory and CPU', () => {
    for (const { name, spec } of pods()) {
      expect(spec, name).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 10_001,
          runAsGroup: 10_001,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      })
      expect(spec, name).not.toHaveProperty('hostNetwork')
      for (const { emptyDir, secret, persistentVolumeClaim } of spec.volumes ?? []) {
        expect(emptyDir ?? secret ?? persistentVolumeClaim, name).toBeDefined()
      }
    }
    for (const { name, container } of containers()) {
      expect(container.securityContext, name).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const limits = { memory: expect.anything(), cpu: '1' }
      expect(container.resources?.limits, name).toMatchObject(limits)
    }
  })

  test('the Kubernetes files set only variables that the processes read, with valid values', () => {
    expect(() => readConfig(settings())).not.toThrow()
    const strange = Object.keys(settings()).filter((name) => !KNOWN.has(name))
    for (const { container } of containers()) {
      // `$(NAME)` inserts one variable into another.
      const used = JSON.stringify(container.env ?? [])
      const names = (container.env ?? []).map(({ name }) => name)
      strange.push(...names.filter((name) => !KNOWN.has(name) && !used.includes(`$(${name})`)))
    }
    expect(strange).toEqual([])
  })
})
