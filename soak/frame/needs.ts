import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The Debian packages that bring what a part may need. */
const PACKAGES = {
  etcd: 'etcd-server',
  fsfreeze: 'util-linux',
  ip: 'iproute2',
  iptables: 'iptables',
  libfaketime: 'libfaketime',
  losetup: 'mount',
  'mkfs.ext4': 'e2fsprogs',
  patroni: 'patroni',
  pg_rewind: 'postgresql',
  unshare: 'util-linux',
} as const
type Tool = keyof typeof PACKAGES

/** What a part reads from the environment. */
const SETTINGS = {
  CITUS_URL: 'a superuser of the coordinator of a Citus cluster for trying',
  CITUS_NODES: "the data folders of that cluster's machines on this one, the coordinator's first, with commas between",
} as const
type Setting = keyof typeof SETTINGS

/** `root`, `linux`, a program by its name, the library that moves clocks, or a variable of the environment. */
export type Need =
  | 'root'
  | 'linux'
  | 'library:libfaketime'
  | `program:${Exclude<Tool, 'libfaketime'>}`
  | `setting:${Setting}`

/** Where distributions keep programs of the administrator, whatever the path says. */
const ALSO = ['/usr/sbin', '/sbin', '/usr/local/sbin']

export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), ...ALSO]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

/** The library that tells a process another time than the system's, where a distribution puts it. */
export const findFakeTime = (): string | undefined =>
  globSync('/usr/{lib,lib64,local/lib}{,/*}/faketime/libfaketime.so.1')[0]

/** The newest `pg_rewind` of the distribution, with the other programs of its version beside it. */
export const findPgRewind = (): string | undefined =>
  globSync('/usr/lib/postgresql/*/bin/pg_rewind').toSorted().at(-1) ?? findProgram('pg_rewind')

const isThere = (tool: Tool): boolean => {
  if (tool === 'libfaketime') return findFakeTime() !== undefined
  return (tool === 'pg_rewind' ? findPgRewind() : findProgram(tool)) !== undefined
}

const lack = (need: Need): string | null => {
  if (need === 'linux') return process.platform === 'linux' ? null : 'Linux'
  if (need === 'root') return process.getuid?.() === 0 ? null : 'root'
  if (need.startsWith('setting:')) {
    const name = need.slice('setting:'.length) as Setting
    return process.env[name] ? null : `${name} (${SETTINGS[name]})`
  }
  const tool = need.slice(need.indexOf(':') + 1) as Tool
  return isThere(tool) ? null : `${tool} (Debian's package ${PACKAGES[tool]})`
}

/** What this machine lacks of that, in words. */
export const lacking = (needs: readonly Need[]): string[] => needs.map(lack).filter((word) => word !== null)
