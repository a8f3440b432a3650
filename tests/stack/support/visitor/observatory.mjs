// Prints the result of Mozilla's HTTP Observatory: observatory.mjs HOST TARGET HTTPS_PORT
// Forwards the local ports 80, 443 and HTTPS_PORT to the ports 8080 and 8443 of TARGET.
import net from 'node:net'
import { scan } from '@mdn/mdn-http-observatory'

const [host, target, httpsPort] = process.argv.slice(2)

const forward = (from, to) =>
  net
    .createServer((near) => {
      const far = net.connect(to, target)
      near.pipe(far).pipe(near)
      for (const socket of [near, far]) socket.on('error', () => socket.destroy())
    })
    .listen(from)

forward(80, 8080)
forward(443, 8443)
forward(Number(httpsPort), 8443)
const result = await scan(host)
process.stdout.write(JSON.stringify(result))
process.exit()
