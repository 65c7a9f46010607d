/** Files of `<state>/secrets`: mode 0600, written whole or not at all. */
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

export class SecretRefused extends Error {
  override readonly name = 'SecretRefused'
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

export const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/**
 * Writes a file that only we can read; when another process was faster, its file stays. A half-written file is never
 * seen.
 */
export const writeOnce = (path: string, text: string): void => {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

/** Replaces a file that others may be reading at this moment: they see the old one or the new one, whole. */
export const replaceFile = (path: string, text: string): void => {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
  renameSync(draft, path)
}

/**
 * Whether only we read a file. One that the machine's owner provides for our group, which we cannot change, counts: so do
 * container platforms hand a secret to a process without rights.
 */
export const isForUsAlone = ({ mode, uid }: { mode: number; uid: number }, us = process.getuid?.()): boolean =>
  (mode & 0o077) === 0 || (uid === 0 && us !== 0 && (mode & 0o037) === 0)

/** Refuses, or outside production mends, a secret that others on the machine can read. */
export const checkMode = (path: string, production: boolean): void => {
  if (process.platform === 'win32' || isForUsAlone(statSync(path))) return
  if (production) throw new SecretRefused(`${path}: other accounts can read it; it must have mode 0600`)
  chmodSync(path, 0o600)
}

export const secretsFolder = (stateDir: string): string => {
  const folder = join(stateDir, 'secrets')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** The content of a secret file, made by `make` when it is missing and may be made. */
export const readOrMake = (path: string, production: boolean, make: () => unknown): unknown => {
  if (read(path) === undefined) {
    if (production) throw new SecretRefused(`${path}: missing; in production secrets are provided, not generated`)
    writeOnce(path, `${JSON.stringify(make(), null, 2)}\n`)
  }
  checkMode(path, production)
  try {
    return JSON.parse(read(path) ?? '')
  } catch {
    throw new SecretRefused(`${path}: not valid JSON`)
  }
}
