/** Fills what is left of a small disk. */
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Takes all but so many bytes of the disk; the answer gives them back. */
export const fillUp = (disk: string, leftBytes: number): (() => void) => {
  const { bavail, bsize } = statfsSync(disk)
  const ballast = join(disk, 'ballast')
  try {
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)))
  } catch (error) {
    // Somebody else took the last of it meanwhile: full it is.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
  return () => rmSync(ballast)
}
