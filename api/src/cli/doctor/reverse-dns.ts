import type { Resolver } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { emptyWithout, type Mailer } from './dns-records.ts'
import type { Result } from './finding.ts'

/** Networks without public names. */
const PRIVATE = new BlockList()
for (const [address, prefix] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  PRIVATE.addSubnet(address, prefix)
}
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addAddress('::1', 'ipv6')

const isPrivate = (address: string): boolean =>
  PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether it has a name without a dot, as `localhost` and services of Compose have, or no public address. */
export const isLocal = (host: string): boolean =>
  isIP(host) === 0 ? !host.includes('.') : isPrivate(host)

async function addressesOf(resolver: Resolver, host: string): Promise<string[]> {
  if (isIP(host) > 0) return [host]
  return [
    ...(await resolver.resolve4(host).catch(emptyWithout)),
    ...(await resolver.resolve6(host).catch(emptyWithout)),
  ]
}

/** A name of the address whose own addresses contain it, as receivers demand. */
async function nameOf(resolver: Resolver, address: string): Promise<string | undefined> {
  for (const name of await resolver.reverse(address).catch(emptyWithout)) {
    if ((await addressesOf(resolver, name)).includes(address)) return name
  }
  return undefined
}

/** Receivers distrust a server whose address has no name. */
export async function reverseDns(
  { smtpHost }: Mailer,
  resolver: Resolver,
): Promise<readonly Result[]> {
  const all = isLocal(smtpHost) ? [] : await addressesOf(resolver, smtpHost)
  const addresses = all.filter((address) => !isPrivate(address))
  if (addresses.length === 0) return [[`${smtpHost} has no public address`]]
  const results: Result[] = []
  for (const address of addresses) {
    const name = await nameOf(resolver, address)
    results.push(
      name
        ? [`${address} is ${name}`]
        : [
            `the mail server's address ${address} has no name that leads back to it`,
            `Ask who runs ${smtpHost} for the reverse record of ${address}: PTR ${smtpHost}.`,
          ],
    )
  }
  return results
}
