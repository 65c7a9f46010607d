import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a host of a URL is this machine. */
export const isLoopback = (host: string): boolean => {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(address)
  if (family !== 0) return loopback.check(address, family === 6 ? 'ipv6' : 'ipv4')
  return address === 'localhost' || address.endsWith('.localhost')
}
