/**
 * Clocks that can be moved while the processes that look at them run: libfaketime answers them another time than the
 * system's, as far from it as a file says. Durations are left alone, as they are when an administrator sets a clock.
 */
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFakeTime } from '../frame/needs.ts'

export type MovedClock = {
  /** For the process that is to look at this clock. */
  env: Record<string, string>
  /** So far from the real time from now on, in either direction. */
  set: (seconds: number) => void
}

export type MovedClocks = { clock: (name: string) => MovedClock; remove: () => void }

export const createMovedClocks = (): MovedClocks => {
  const library = findFakeTime()
  if (library === undefined) throw new Error('libfaketime is missing')
  const folder = mkdtempSync(join(tmpdir(), 'puente-clocks-'))
  // The account that PostgreSQL runs as reads there, too.
  chmodSync(folder, 0o755)
  return {
    clock: (name) => {
      const file = join(folder, name)
      const set = (seconds: number): void => {
        writeFileSync(`${file}.new`, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`, { mode: 0o644 })
        renameSync(`${file}.new`, file)
      }
      set(0)
      const env = {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        NO_FAKE_STAT: '1',
      }
      return { env, set }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
