import type { Config } from '#platform/config.ts'
import { createPasswords, type Passwords } from '#platform/crypto/passwords.ts'

const made = new WeakMap<Config, Passwords>()

/** One pool of password work for the process, however many calls share it. */
export const passwordsOf = ({ config }: { config: Config }): Passwords => {
  const found = made.get(config) ?? createPasswords(config.argon2)
  made.set(config, found)
  return found
}
