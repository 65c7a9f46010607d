import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** `root`, `linux`, or a program by its name. */
export type Need = 'root' | 'linux' | `program:${string}`

/** Where distributions keep programs of the administrator, whatever the path says. */
const ALSO = ['/usr/sbin', '/sbin', '/usr/local/sbin']

export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), ...ALSO]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

const lack = (need: Need): string | null => {
  if (need === 'linux') return process.platform === 'linux' ? null : 'Linux'
  if (need === 'root') return process.getuid?.() === 0 ? null : 'root'
  const program = need.slice('program:'.length)
  return findProgram(program) ? null : `the program ${program}`
}

/** What this machine lacks of that, in words. */
export const lacking = (needs: readonly Need[]): string[] => needs.map(lack).filter((word) => word !== null)
