import { BlockList, isIP } from 'node:net'

const WITH_PORT = /(^|,)\s*"?(?:\[([\da-f:.]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?"?\s*(?=,|$)/gi

/** Removes ports and brackets from `X-Forwarded-For`. Some proxies add a port to addresses, and brackets to IPv6. */
export const withoutPorts = (header: string): string => header.replace(WITH_PORT, '$1$2$3')

const versionOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Returns a function that tells whether an address is in one of the networks (addresses and CIDR ranges). */
export function isWithin(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const version = versionOf(address)
    if (prefix === undefined) list.addAddress(address, version)
    else list.addSubnet(address, Number(prefix), version)
  }
  return (address) => list.check(address, versionOf(address))
}
