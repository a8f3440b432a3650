import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sharedStacks } from '../../stack/support/test.ts'
import { ROOT } from '../../support/repository.ts'

const run = promisify(execFile)

/** Debian's kubectl, whose `kustomize` renders the files of Kubernetes. */
const DOCKERFILE = `FROM debian:trixie-slim
RUN apt-get update && apt-get install --yes --no-install-recommends kubernetes-client && rm -rf /var/lib/apt/lists/*
USER 10001:10001`

/** The setup of the project removes images with such a name. */
const image = (): string => `waitlist-test-kubectl-${sharedStacks().pid}-kubectl`

export async function buildKubectl(): Promise<void> {
  const building = run('docker', ['build', '--tag', image(), '-'])
  building.child.stdin?.end(DOCKERFILE)
  await building
}

/**
 * Runs kubectl where /deploy is the folder `deploy`, and returns its standard output.
 * @throws Error with the output of a command that fails
 */
export async function runKubectl(...command: string[]): Promise<string> {
  const mount = ['--volume', `${join(ROOT, 'deploy')}:/deploy:ro`]
  const options = ['--rm', '--network', 'none', '--workdir', '/deploy', ...mount]
  const { stdout } = await run('docker', ['run', ...options, image(), 'kubectl', ...command])
  return stdout
}
