import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment'
import type { IJob } from 'kubernetes-models/batch/v1/Job'
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap'
import type { INamespace } from 'kubernetes-models/v1/Namespace'
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec'
import { parseAllDocuments } from 'yaml'
import { sharedStacks } from '../../stack/support/test.ts'
import { ROOT } from '../../support/repository.ts'

export type KubernetesObject = IConfigMap | IDeployment | IJob | INamespace

/** A pod as a Deployment or a Job creates it. */
export interface Pod {
  readonly name: string
  readonly spec: IPodSpec
}

const run = promisify(execFile)

/** Debian's kubectl, whose `kustomize` renders the Kubernetes files. */
const DOCKERFILE = `FROM debian:trixie-slim
RUN apt-get update && apt-get install --yes --no-install-recommends kubernetes-client && rm -rf /var/lib/apt/lists/*
USER 10001:10001`

/** Returns the objects that `kubectl apply -k` would send. */
export async function render(): Promise<KubernetesObject[]> {
  // The image is named like a test's project, so that the tests' setup removes it.
  const image = `waitlist-test-kubectl-${sharedStacks().pid}-kubectl`
  const building = run('docker', ['build', '--tag', image, '-'])
  building.child.stdin?.end(DOCKERFILE)
  await building
  const options = ['--rm', '--network', 'none', '--volume', `${join(ROOT, 'deploy')}:/deploy:ro`]
  const command = ['kubectl', 'kustomize', '/deploy/kubernetes']
  const { stdout } = await run('docker', ['run', ...options, image, ...command])
  return parseAllDocuments(stdout).map((document) => document.toJS())
}

export const ofKind = <Kind extends KubernetesObject['kind']>(
  objects: readonly KubernetesObject[],
  kind: Kind,
) =>
  objects.filter(
    (object): object is Extract<KubernetesObject, { kind: Kind }> => object.kind === kind,
  )

export const podsOf = (objects: readonly KubernetesObject[]): Pod[] =>
  [...ofKind(objects, 'Deployment'), ...ofKind(objects, 'Job')].map(({ metadata, spec }) => ({
    name: metadata?.name ?? '',
    spec: spec?.template.spec ?? { containers: [] },
  }))

/** Returns the package that declares an object's type. */
const moduleOf = ({ apiVersion, kind }: KubernetesObject): string =>
  `kubernetes-models/${apiVersion}/${kind}`

/**
 * Checks objects against the types of the Kubernetes API. The compiler rejects unknown fields, which a Kubernetes
 * schema would let pass.
 * @returns the compiler's complaints
 */
export async function typeErrors(objects: readonly KubernetesObject[]): Promise<string> {
  const lines = objects.map((object, index) => [
    `import type { I${object.kind} as Type${index} } from '${moduleOf(object)}'`,
    `export const object${index}: Type${index} = ${JSON.stringify(object, null, 2)}`,
  ])
  const folder = await mkdtemp(join(tmpdir(), 'kubernetes-types-'))
  try {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'objects.ts'), lines.flat().join('\n'))
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext']
    const compiler = join(ROOT, 'node_modules/.bin/tsc')
    await run(compiler, [...options, 'objects.ts'], { cwd: folder })
    return ''
  } catch (error) {
    return (error as { stdout?: string }).stdout || String(error)
  } finally {
    await rm(folder, { recursive: true })
  }
}
