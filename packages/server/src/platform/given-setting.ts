import { readFileSync } from 'node:fs'
import { ConfigRefused } from './config-refused.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The value of a variable, or of the file that it names: `NAME_FILE` keeps a secret out of the process's environment. Empty
 * counts as not given. Throws `ConfigRefused` when both are given, or the file cannot be read.
 */
export const givenSetting = (env: Environment, name: string): string | undefined => {
  const value = env[name]?.trim() || undefined
  const path = env[`${name}_FILE`]?.trim()
  if (path === undefined || path === '') return value
  if (value !== undefined) throw new ConfigRefused(name, `set together with ${name}_FILE; one is enough`)
  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch {
    throw new ConfigRefused(`${name}_FILE`, 'cannot be read')
  }
}
