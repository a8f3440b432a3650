// Guards kubernetes.
// Runs by day if a change touches deploy/kubernetes/.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readConfig, SETTINGS } from '../../../api/src/system/api-settings.ts'
import { OWNER_SETTINGS, readOwnerConfig } from '../../../api/src/system/owner-settings.ts'
import { WORKER_SETTINGS } from '../../../api/src/system/worker-settings.ts'
import { describeStack } from '../../stack/support/test.ts'
import { ROOT } from '../../support/repository.ts'
import { buildKubectl } from './kubectl.ts'
import { type KubernetesObject, ofKind, podsOf, render, typeErrors } from './kubernetes.ts'

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const guide = read('docs/kubernetes.md')

/** The API's pods end after this time, even if a request is still under way. In seconds. */
const closeLimit = Number(/CLOSE_LIMIT = (\d+)_000$/m.exec(read('api/src/server.ts'))?.[1])

/** What the processes and start.sh of nginx read from the environment. */
const KNOWN = new Set([
  ...Object.keys({ ...SETTINGS, ...OWNER_SETTINGS, ...WORKER_SETTINGS }),
  ...[...read('nginx/start.sh').matchAll(/\$\{([A-Z_]+):-/g)].map(([, name]) => name),
])

describeStack('the files for Kubernetes', () => {
  let objects: KubernetesObject[]
  const pods = () => podsOf(objects)
  const containers = () =>
    pods().flatMap(({ name, spec }) => spec.containers.map((container) => ({ name, container })))
  const settings = () => ofKind(objects, 'ConfigMap')[0]?.data ?? {}

  beforeAll(async () => {
    await buildKubectl()
    objects = await render()
  }, 600_000)

  test('have only fields that Kubernetes knows', async () => {
    expect(objects.length).toBeGreaterThan(12)
    expect(await typeErrors(objects)).toBe('')
  })

  test('put everything into one namespace, which refuses pods with privileges', () => {
    const namespaces = ofKind(objects, 'Namespace').map(({ metadata }) => metadata)
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' }
    expect(namespaces).toMatchObject([{ labels }])
    for (const { kind, metadata } of objects.filter(({ kind }) => kind !== 'Namespace')) {
      expect(metadata?.namespace, `${kind} ${metadata?.name}`).toBe(namespaces[0]?.name)
    }
  })

  test('make pods that meet the Pod Security Standard "restricted", with bounds for memory and processor', () => {
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

  test('lead the Ingress, the Services and the probes to ports that exist', () => {
    const [rule] = ofKind(objects, 'Ingress')[0]?.spec?.rules ?? []
    expect(rule?.host).toBe(new URL(settings()['SITE_URL'] ?? '').hostname)
    const { name, port } = rule?.http?.paths[0]?.backend.service ?? {}
    const services = ofKind(objects, 'Service')
    const service = services.find(({ metadata }) => metadata?.name === name)
    expect(service?.spec?.ports?.map((one) => one.name)).toContain(port?.name)

    for (const { metadata, spec } of services) {
      const selected = pods().filter(({ labels }) =>
        Object.entries(spec?.selector ?? {}).every(([key, value]) => labels[key] === value),
      )
      expect(selected.map(({ name }) => name)).toEqual([metadata?.name])
      const ports = selected[0]?.spec.containers[0]?.ports?.map(({ name }) => name)
      for (const { targetPort } of spec?.ports ?? []) expect(ports).toContain(targetPort)
    }
    for (const { name, container } of containers()) {
      const ports = container.ports?.map((one) => one.name) ?? []
      const { startupProbe, livenessProbe, readinessProbe } = container
      for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
        const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port
        if (port !== undefined) expect(ports, name).toContain(port)
      }
    }
  })

  test('give the API time to finish its requests, and start no traffic before it is ready', () => {
    const spec = pods().find(({ name }) => name === 'api')?.spec
    const container = spec?.containers[0]
    const delay = Number(container?.lifecycle?.preStop?.exec?.command?.[1])
    expect(spec?.terminationGracePeriodSeconds).toBeGreaterThan(delay + closeLimit)
    expect(container?.livenessProbe?.httpGet?.path).toBe('/api/health')
    expect(container?.readinessProbe?.httpGet?.path).toBe('/api/ready')
  })

  test('set only what the processes read, with values that they accept', () => {
    expect(() => readConfig(settings())).not.toThrow()
    expect(() => readOwnerConfig(settings())).not.toThrow()
    const strange = Object.keys(settings()).filter((name) => !KNOWN.has(name))
    for (const { container } of containers()) {
      // `$(NAME)` puts one variable into another.
      const used = JSON.stringify(container.env ?? [])
      const names = (container.env ?? []).map(({ name }) => name)
      strange.push(...names.filter((name) => !KNOWN.has(name) && !used.includes(`$(${name})`)))
    }
    expect(strange).toEqual([])
  })

  test('use Secrets that the guide tells the owner to make', () => {
    const text = JSON.stringify(objects)
    const keys = [...text.matchAll(/"secretKeyRef":\{"key":"(\w+)","name":"([\w-]+)"\}/g)]
    expect(keys.length).toBeGreaterThan(2)
    for (const [, key, name = ''] of keys) {
      expect(guide).toMatch(
        new RegExp(`secret generic ${name} (?:(?!secret )[^])*--from-literal=${key}=`),
      )
    }
    const whole = /"(?:secretName|secretRef|passwordSecret)":(?:\{"name":)?"([\w-]+)"/g
    const names = [...text.matchAll(whole)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(2)
    for (const name of names) expect(guide, name).toMatch(new RegExp(`secret \\w+ ${name} `))
  })

  test('let only the migrations and the worker log in as the owner of the tables', () => {
    const owners = containers().filter(({ container }) =>
      container.env?.some(({ name }) => name === 'DATABASE_OWNER_URL'),
    )
    expect(owners.map(({ name }) => name).sort()).toEqual(['migrate', 'worker'])
  })
})
