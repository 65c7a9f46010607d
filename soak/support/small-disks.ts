/** File systems of our own, mounted from files or memory; everything is unmounted when the work ends. Needs root. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../frame/needs.ts'

export type Disks = {
  /** A folder on the same disk as everything else, for images. */
  folder: string
  /** Mounts a size-capped file system in memory. */
  memory: (megabytes: number) => string
  /** Makes an empty image, formats it and mounts it. */
  image: (path: string, megabytes: number) => string
  /** Mounts an image that is there already. */
  mount: (path: string) => string
  unmount: (folder: string) => void
}

export const program = (name: string, ...args: string[]): void =>
  void execFileSync(findProgram(name) ?? name, args, { stdio: ['ignore', 'ignore', 'pipe'] })

export const withDisks = async <T>(work: (disks: Disks) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-disks-'))
  // The account that PostgreSQL runs as has to get through.
  chmodSync(folder, 0o711)
  const mounted: string[] = []
  const place = (): string => {
    const path = join(folder, `disk-${mounted.length}-${Date.now()}`)
    mkdirSync(path, { mode: 0o711 })
    return path
  }
  const mountImage = (image: string): string => {
    const path = place()
    program('mount', '-o', 'loop,noatime', image, path)
    mounted.push(path)
    return path
  }
  const unmount = (path: string): void => {
    program('umount', path)
    mounted.splice(mounted.indexOf(path), 1)
  }
  try {
    return await work({
      folder,
      memory: (megabytes) => {
        const path = place()
        program('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', path)
        mounted.push(path)
        return path
      },
      image: (image, megabytes) => {
        writeFileSync(image, '')
        truncateSync(image, megabytes * 1024 * 1024)
        program('mkfs.ext4', '-q', '-F', image)
        return mountImage(image)
      },
      mount: mountImage,
      unmount,
    })
  } finally {
    for (const path of mounted.toReversed()) {
      try {
        unmount(path)
      } catch {
        program('umount', '-l', path)
      }
    }
    rmSync(folder, { recursive: true, force: true })
  }
}
