/**
 * What `npm run keys` does to the files of keys. A key is added in front and an old one taken away when nothing needs it any
 * more; servers follow the files.
 */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import {
  type KeyFile,
  KEY_FILES,
  newKey,
  pathOfKeys,
  readRingFile,
  retiredPaperKey,
  type RingFile,
} from './key-rings.ts'
import { replaceFile, SecretRefused, writeOnce } from './secret-file.ts'

/** Those that can be replaced: claims are found by the blind index and pages by the cursor's signature, under one key each. */
export const ROTATED = ['bearer', 'otp', 'sealing', 'papers'] as const satisfies readonly KeyFile[]
export type Rotated = (typeof ROTATED)[number]

/** Those whose old keys can go. By an old key of papers those that it signed are still checked. */
export const REMOVED = ['bearer', 'otp', 'sealing'] as const satisfies readonly Rotated[]
export type Removed = (typeof REMOVED)[number]

const MINUTE = 60_000

/**
 * How long what was made under a key may still come, in milliseconds: a bearer lives five minutes, the code of a mail a day. What
 * was sealed stays, so that for those keys the rows are counted.
 */
const LIVES_ON_MS: Record<Exclude<Removed, 'sealing'>, number> = { bearer: 10 * MINUTE, otp: 25 * 60 * MINUTE }

/** Two operators at once would lose one's key: the second is refused. */
const alone = <T>(path: string, change: () => T): T => {
  const lock = `${path}.lock`
  try {
    closeSync(openSync(lock, 'wx', 0o600))
  } catch {
    throw new SecretRefused(`${lock}: somebody is changing these keys; remove it if that was given up`)
  }
  try {
    return change()
  } finally {
    rmSync(lock, { force: true })
  }
}

const write = (path: string, file: RingFile): void => replaceFile(path, `${JSON.stringify(file, null, 2)}\n`)

/** Makes every file that is missing, with a key that production accepts; answers their names. */
export const createKeys = (stateDir: string, at: Date): KeyFile[] => {
  const missing = KEY_FILES.filter((name) => !existsSync(pathOfKeys(stateDir, name)))
  for (const name of missing)
    writeOnce(pathOfKeys(stateDir, name), `${JSON.stringify({ keys: [newKey(name, at)] }, null, 2)}\n`)
  return missing
}

/** A new key for new writes; answers its id. */
export const rotateKeys = (stateDir: string, name: Rotated, at: Date): string => {
  const path = pathOfKeys(stateDir, name)
  return alone(path, () => {
    if (!existsSync(path)) throw new SecretRefused(`${path}: missing`)
    const file = readRingFile(path, name, false)
    const key = newKey(name, at)
    // A key of papers has signed its last one now.
    const older = name === 'papers' ? file.keys.map(retiredPaperKey) : file.keys
    write(path, { ...file, keys: [key, ...older] })
    return key.kid
  })
}

export type KeyState = {
  kid: string
  since: string | null
  /** When it may be removed at the earliest; null for the current one, and where rows are counted. */
  removableAt: Date | null
}

/** The keys of a file, the current one first. */
export const keyStates = (stateDir: string, name: Rotated): KeyState[] => {
  const path = pathOfKeys(stateDir, name)
  if (!existsSync(path)) throw new SecretRefused(`${path}: missing`)
  const { keys } = readRingFile(path, name, false)
  return keys.map(({ kid, since = null }, index) => {
    // It is in use until the one before it in the list came.
    const replacedAt = keys[index - 1]?.since
    const removableAt =
      name === 'sealing' || name === 'papers' || replacedAt === undefined
        ? null
        : new Date(Date.parse(replacedAt) + LIVES_ON_MS[name])
    return { kid, since, removableAt }
  })
}

/**
 * Takes a key away. `inUse` is how much is sealed under it. Throws `SecretRefused` for the current key, and for one that may
 * still be needed.
 */
export const removeKey = (stateDir: string, name: Removed, kid: string, needed: { at: Date; inUse: number }): void => {
  const path = pathOfKeys(stateDir, name)
  alone(path, () => {
    const states = keyStates(stateDir, name)
    const index = states.findIndex((one) => one.kid === kid)
    const state = states[index]
    if (!state) throw new SecretRefused(`${path}: there is no key ${kid}`)
    if (index === 0) throw new SecretRefused(`${path}: ${kid} is the key of new writes; rotate first`)
    if (needed.inUse > 0)
      throw new SecretRefused(
        `${path}: ${needed.inUse} values are still under ${kid}; \`npm run keys -- rewrap\` first`,
      )
    if (state.removableAt && needed.at < state.removableAt)
      throw new SecretRefused(`${path}: what was made under ${kid} is good until ${state.removableAt.toISOString()}`)
    const file = readRingFile(path, name, false)
    write(path, { ...file, keys: file.keys.filter((one) => one.kid !== kid) })
  })
}
