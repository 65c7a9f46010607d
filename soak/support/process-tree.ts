/** The processes of a database server that is not our child. Linux only. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const parentOf = (pid: string): number | null => {
  try {
    // The name in parentheses may hold spaces; what follows it does not.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return Number(parent)
  } catch {
    return null
  }
}

/** The server of a data folder; null when none runs. */
export const postmasterOf = (dataDir: string): number | null => {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
    // A folder whose server was killed still names it; it may wait to be put away, or the number be another one's by now.
    return /\(postgres\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8')) ? pid : null
  } catch {
    return null
  }
}

/** A process and its children, itself first: stopped in this order, it makes no further ones. */
export const treeOf = (pid: number): number[] => [
  pid,
  ...readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number),
]
