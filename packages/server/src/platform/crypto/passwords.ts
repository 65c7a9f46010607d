/** Passwords are hashed with argon2id. A hash takes a core and 19 MiB for a while: one core is left to everything else. */
import { type Options, hash, parseOptions, verify } from '@node-rs/argon2'
import { boundedPool } from '../bounded-pool.ts'
import type { Config } from '../config.ts'

const WAITING_LIMIT = 64
/** `Algorithm.Argon2id`; the package declares a const enum, which is no value at run time. */
const ARGON2ID = 2

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** Whether the password is the one; with `null` (no such account) it takes as long and says no. */
  verify: (stored: string | null, password: string) => Promise<boolean>
  /** Whether a stored hash is weaker than what is configured now. */
  isOutdated: (stored: string) => boolean
}

/** Both works throw `PoolBusy` when too many are waiting. */
export const createPasswords = ({ memoryKib, passes, lanes, atOnce }: Config['argon2']): Passwords => {
  const options: Options = { algorithm: ARGON2ID, memoryCost: memoryKib, timeCost: passes, parallelism: lanes }
  const pooled = boundedPool(atOnce, WAITING_LIMIT)
  // Composed once: a text of the right strength that no password verifies against.
  let decoy: Promise<string> | undefined
  const decoyHash = (): Promise<string> => (decoy ??= hash(crypto.randomUUID(), options))
  return {
    hash: (password) => pooled(() => hash(password, options)),
    verify: (stored, password) =>
      pooled(async () => {
        const matches = await verify(stored ?? (await decoyHash()), password)
        return stored !== null && matches
      }),
    isOutdated: (stored) => {
      const found = parseOptions(stored)
      const isArgon2id = stored.startsWith('$argon2id$')
      return !isArgon2id || found.memoryCost < memoryKib || found.timeCost < passes || found.parallelism < lanes
    },
  }
}
