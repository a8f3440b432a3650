// Guards kubernetes.
// Runs by day if a change touches deploy/kubernetes/, nginx/start.sh, nginx/release/,
// docker-compose.yml, Dockerfile, tests/support/stack/.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'

import { describeStack, newImages } from '../../support/fixtures/stack.ts'
import type { Stack } from '../../support/stack/stack.ts'

/** As in deploy/kubernetes. */
const LIKE_A_POD =
  '--read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges --user 10001:10001'

/** What Kubernetes writes for a pod of the namespace `waitlist`, but for the address. */
const ofNamespace = (server: string) =>
  `nameserver ${server}\nsearch waitlist.svc.cluster.local svc.cluster.local cluster.local\noptions ndots:5\n`

const test = base.extend('stack', { scope: 'file' }, newImages())

describeStack('the image of the site without Compose', () => {
  let folder: string
  let images: string
  let network: string

  /** Options of `docker run` for a resolv.conf. */
  const withResolver = async (text: string) => {
    const file = join(await mkdtemp(join(folder, 'dns-')), 'resolv.conf')
    await writeFile(file, text, { mode: 0o644 })
    return `--volume ${file}:/etc/resolv.conf:ro`
  }
  const start = (stack: Stack, options: string, command: string) =>
    stack.shell(`docker run --rm ${LIKE_A_POD} ${options} ${images}-site sh -c '${command}'`)

  test.beforeAll(async ({ stack }) => {
    folder = await mkdtemp(join(tmpdir(), 'site-image-'))
    images = (await stack.shell('echo "$COMPOSE_PROJECT_NAME"')).trim()
    network = `${images}-pods`
    const label = `--label com.docker.compose.project=${images}`
    const alias = 'api.waitlist.svc.cluster.local'
    const database = 'postgres://waitlist_api@192.0.2.1/waitlist'
    await stack.shell(`
      docker network create --internal ${label} ${network}
      docker run --detach ${label} ${LIKE_A_POD} --network ${network} --network-alias ${alias} \
        --name ${images}-pod-api --env DATABASE_URL=${database} ${images}-api
      docker run --detach ${label} ${LIKE_A_POD} --network ${network} \
        --name ${images}-pod-site ${await withResolver(ofNamespace('127.0.0.11'))} ${images}-site`)
  })
  test.afterAll(async ({ stack }) => {
    await stack.shell(`
      docker rm --force --volumes ${images}-pod-site ${images}-pod-api
      docker network rm ${network}`)
    await rm(folder, { recursive: true })
  })

  test('the site finds the API by the name that it has in its namespace of Kubernetes', async ({
    stack,
  }) => {
    const script = `fetch('http://${images}-pod-site:8080/api/health').then((r) => r.text()).then(console.log, (e) => console.log(e.cause))`
    const ask = () => stack.shell(`docker exec ${images}-pod-api node --eval "${script}"`)
    await expect.poll(ask).toMatch(/^\{"status":"alive",/)
  })

  test.for([
    ['10.96.0.10', 'resolver 10.96.0.10 ipv6=off valid=2s;'],
    ['fd00:10:96::a', 'resolver [fd00:10:96::a] valid=2s;'],
  ] as const)('nginx asks the server %s of /etc/resolv.conf', async ([server, line], { stack }) => {
    const options = await withResolver(ofNamespace(server))
    const written = await start(stack, options, '/etc/nginx/start.sh -t && cat /tmp/nginx/*.conf')
    expect(written).toContain(line)
  })

  test('nginx does not start with a server that is no address', async ({ stack }) => {
    const options = await withResolver('nameserver dns.example;\n')
    await expect(start(stack, options, '/etc/nginx/start.sh -t')).rejects.toMatchObject({
      stderr: expect.stringContaining("/etc/resolv.conf has 'dns.example;', which is no address"),
    })
  })
})
