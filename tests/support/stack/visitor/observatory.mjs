// Prints what Mozilla's HTTP Observatory says of a host: observatory.mjs HOST TARGET HTTPS_PORT
// Ports 80, 443 and HTTPS_PORT lead from here to 8080 and 8443 of TARGET.
import net from 'node:net'
import { scan } from '@mdn/mdn-http-observatory'

const [host, target, httpsPort] = process.argv.slice(2)

const lead = (from, to) =>
  net
    .createServer((near) => {
      const far = net.connect(to, target)
      near.pipe(far).pipe(near)
      for (const socket of [near, far]) socket.on('error', () => socket.destroy())
    })
    .listen(from)

lead(80, 8080)
lead(443, 8443)
lead(Number(httpsPort), 8443)
const result = await scan(host)
process.stdout.write(JSON.stringify(result))
process.exit()
