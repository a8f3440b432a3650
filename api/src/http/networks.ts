import { BlockList, isIP } from 'node:net'

const versionOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether an address is in one of the networks, which are addresses and CIDR ranges. */
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
