/** Fills what is left of a small disk. */
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '../frame/part.ts'
import type { Driver } from './driver.ts'

/** Takes all but so many bytes of the disk; the answer gives them back. */
export const fillUp = (disk: string, leftBytes: number): (() => void) => {
  const { bavail, bsize } = statfsSync(disk)
  const ballast = join(disk, 'ballast')
  try {
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)))
  } catch (error) {
    // Another process took the last of the space meanwhile, so the disk is full all the same.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
  return () => rmSync(ballast)
}

/**
 * Waits until no send was acknowledged for a second: after the disk is full, rows that fit into existing pages still go
 * through.
 */
export const untilFull = async (driver: Driver, withinMs: number): Promise<void> => {
  const until = performance.now() + withinMs
  let before = -1
  while (driver.acks() !== before) {
    assert(performance.now() < until, 'a full disk stops the sends')
    before = driver.acks()
    await sleep(1_000)
  }
}
