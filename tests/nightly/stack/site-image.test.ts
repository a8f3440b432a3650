// Guards kubernetes.
// Runs by day if a change touches deploy/kubernetes/, nginx/start.sh, nginx/publish, nginx/serve,
// docker-compose.yml, Dockerfile, tests/stack/support/.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, onTestFinished } from 'vitest'
import { describeStack, newImages } from '../../stack/support/test.ts'

/** As in deploy/kubernetes. */
const LIKE_A_POD =
  '--read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges --user 10001:10001'

/** The file of a pod in the namespace `waitlist`, with the address of Docker's name server. */
const RESOLV_CONF =
  'nameserver 127.0.0.11\nsearch waitlist.svc.cluster.local svc.cluster.local cluster.local\noptions ndots:5\n'

const test = base.extend('stack', { scope: 'file' }, newImages())

describeStack('the image of the site without Compose', () => {
  test('the site finds the API by the name that it has in its namespace of Kubernetes', async ({
    stack: { shell },
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'site-image-'))
    const resolvConf = join(folder, 'resolv.conf')
    await writeFile(resolvConf, RESOLV_CONF, { mode: 0o644 })
    const project = (await shell('echo "$COMPOSE_PROJECT_NAME"')).trim()
    const [network, api, site] = ['pods', 'pod-api', 'pod-site'].map((name) => `${project}-${name}`)
    onTestFinished(async () => {
      await shell(`docker rm --force --volumes ${site} ${api}; docker network rm ${network}`)
      await rm(folder, { recursive: true })
    })
    const label = `--label com.docker.compose.project=${project}`
    const run = `docker run --detach ${label} ${LIKE_A_POD} --network ${network}`
    const database = 'postgres://waitlist_api@192.0.2.1/waitlist'
    await shell(`
      docker network create --internal ${label} ${network}
      ${run} --network-alias api.waitlist.svc.cluster.local --name ${api} \
        --env DATABASE_URL=${database} ${project}-api
      ${run} --name ${site} --volume ${resolvConf}:/etc/resolv.conf:ro ${project}-site`)
    const script = `fetch('http://${site}:8080/api/health').then((r) => r.text()).then(console.log, (e) => console.log(e.cause))`
    const ask = () => shell(`docker exec ${api} node --eval "${script}"`)
    await expect.poll(ask).toMatch(/^\{"status":"alive",/)
  })
})
