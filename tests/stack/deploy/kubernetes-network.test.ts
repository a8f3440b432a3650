import type { INetworkPolicyPort } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPort'
import { beforeAll, expect, test } from 'vitest'
import { type KubernetesObject, ofKind, podsOf, render } from '../../support/stack/kubernetes.ts'
import { buildTools } from '../../support/stack/tools.ts'
import { describeStack } from '../../support/stack/use-stack.ts'

interface Endpoint {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly ports: readonly { readonly name: string; readonly number: number }[]
}

interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>
  readonly matchExpressions?: readonly {
    readonly key: string
    readonly operator: string
    readonly values?: readonly string[]
  }[]
}

/** The pods of the operator. Its documentation names their label and ports. */
const POSTGRES: Endpoint = {
  name: 'postgres',
  labels: { 'cnpg.io/cluster': 'database' },
  ports: [5432, 8000].map((number) => ({ name: String(number), number })),
}

const endpoints = (objects: readonly KubernetesObject[]): Endpoint[] => [
  ...podsOf(objects).map(({ name, labels, spec }) => ({
    name,
    labels,
    ports: spec.containers.flatMap(({ ports = [] }) =>
      ports.map((port) => ({ name: port.name ?? '', number: port.containerPort })),
    ),
  })),
  POSTGRES,
]

function selects(selector: Selector, { labels }: Pick<Endpoint, 'labels'>): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new Error(`${operator} is not read here.`)
      return values.includes(labels[key] ?? '')
    })
  )
}

const hasPort = (ports: readonly INetworkPolicyPort[] | undefined, to: Endpoint['ports'][number]) =>
  ports === undefined || ports.some(({ port }) => port === to.name || port === to.number)

/** Pod to pod, as a network of Kubernetes decides: one rule on each side must allow it. */
function flows(objects: readonly KubernetesObject[]): string[] {
  const policies = ofKind(objects, 'NetworkPolicy').flatMap(({ spec }) => spec ?? [])
  const allows = (
    direction: 'Ingress' | 'Egress',
    self: Endpoint,
    other: Endpoint,
    port: Endpoint['ports'][number],
  ) => {
    const own = policies.filter(
      ({ podSelector, policyTypes }) =>
        selects(podSelector ?? {}, self) && policyTypes?.includes(direction),
    )
    if (own.length === 0) return true
    return own.some(({ ingress = [], egress = [] }) => {
      const rules =
        direction === 'Ingress'
          ? ingress.map(({ from, ports }) => ({ peers: from, ports }))
          : egress.map(({ to, ports }) => ({ peers: to, ports }))
      return rules.some(
        ({ peers, ports }) =>
          hasPort(ports, port) &&
          (peers === undefined ||
            peers.some(({ podSelector }) => podSelector && selects(podSelector, other))),
      )
    })
  }
  const all = endpoints(objects)
  return all
    .flatMap((from) =>
      all.flatMap((to) =>
        to.ports
          .filter((port) => allows('Egress', from, to, port) && allows('Ingress', to, from, port))
          .map((port) => `${from.name} to ${to.name} ${port.name}`),
      ),
    )
    .sort()
}

const FLOWS = [
  'api to postgres 5432',
  'migrate to postgres 5432',
  'postgres to postgres 5432',
  'postgres to postgres 8000',
  'site to api http',
  'worker to postgres 5432',
]

describeStack('the network of the files for Kubernetes', () => {
  let one: KubernetesObject[]
  let three: KubernetesObject[]
  beforeAll(async () => {
    await buildTools()
    one = await render('overlays/one')
    three = await render('overlays/three')
  }, 600_000)

  test('pods reach only what they need', () => {
    expect(flows(one)).toEqual(FLOWS)
    expect(flows(three)).toEqual([...FLOWS, 'api to valkey redis'].sort())
  })

  test('other namespaces reach the site and the metrics only, by a label of the namespace', () => {
    const open = ofKind(three, 'NetworkPolicy').flatMap(({ metadata, spec }) =>
      (spec?.ingress ?? []).flatMap(({ from = [], ports = [] }) =>
        from.flatMap(({ namespaceSelector }) =>
          namespaceSelector
            ? [[metadata?.name, namespaceSelector.matchLabels, ports.map(({ port }) => port)]]
            : [],
        ),
      ),
    )
    expect(open).toEqual([
      ['metrics', { 'waitlist-metrics': 'true' }, ['metrics']],
      ['postgres', { 'kubernetes.io/metadata.name': 'cnpg-system' }, [8000]],
      ['site', { 'waitlist-ingress': 'true' }, ['http']],
    ])
  })

  test('only the worker reaches the internet, and no address of the cluster or the cloud there', () => {
    const blocks = ofKind(three, 'NetworkPolicy').flatMap(({ metadata, spec }) =>
      (spec?.egress ?? []).flatMap(({ to = [] }) =>
        to.flatMap(({ ipBlock }) => (ipBlock ? [{ policy: metadata?.name, ...ipBlock }] : [])),
      ),
    )
    expect(blocks.filter(({ cidr }) => cidr.endsWith('/0'))).toEqual([
      {
        policy: 'mail',
        cidr: '0.0.0.0/0',
        except: expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16']),
      },
      { policy: 'mail', cidr: '::/0', except: expect.arrayContaining(['fc00::/7']) },
    ])
  })

  test('every policy selects a pod', () => {
    for (const { metadata, spec } of ofKind(three, 'NetworkPolicy')) {
      const selected = endpoints(three).filter((pod) => selects(spec?.podSelector ?? {}, pod))
      expect(selected.length, metadata?.name).toBeGreaterThan(0)
    }
  })
})
