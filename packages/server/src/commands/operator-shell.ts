/**
 * What operators' commands share: arguments, the operator's secret, and the database in CONSOLE_DATABASE_URL, else the one that
 * was started last with this PUENTE_STATE.
 */
import { parseArgs } from 'node:util'
import { type OperatorContext, OperatorRefused } from '#features/operations/index.ts'
import { askSecret } from '#platform/ask-secret.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import { givenSetting } from '#platform/given-setting.ts'
import { clockOf } from '#platform/kept-clock.ts'
import { describeError } from '#platform/log.ts'
import { operatorUrls, SecretRefused } from '#platform/secrets.ts'
import { stateDirOfCommand } from '#platform/state-dir.ts'

const ARGON2 = { memoryKib: 19_456, passes: 2, lanes: 1, atOnce: 1 }

export const say = (line: string): void => void process.stdout.write(`${line}\n`)
const urlOf = (): string =>
  givenSetting(process.env, 'CONSOLE_DATABASE_URL') ?? operatorUrls(stateDirOfCommand()).consoleUrl

const openContext = (): OperatorContext => ({
  db: createDatabase({ url: urlOf(), log: { warn: () => {} }, name: 'puente operators', max: 2 }),
  passwords: createPasswords(ARGON2),
})

/** The clock of the product that runs with this PUENTE_STATE: `npm run clock` may have put it forward. */
export const productClock = () =>
  clockOf({ testClock: process.env.NODE_ENV !== 'production', stateDir: stateDirOfCommand() })

/** The command line, each option a text; what it does not allow ends in the usage. */
export const operatorShell = <Name extends string>(usage: string, names: readonly Name[]) => {
  const read = (): { values: Partial<Record<Name | 'by', string>>; positionals: string[] } => {
    try {
      const options = Object.fromEntries([...names, 'by'].map((name) => [name, { type: 'string' as const }]))
      const { values, positionals } = parseArgs({ allowPositionals: true, options })
      return { values: values as Partial<Record<Name | 'by', string>>, positionals }
    } catch {
      return { values: {}, positionals: [] }
    }
  }
  const { values, positionals } = read()
  const required = (name: Name | 'by'): string => {
    const value: string | undefined = values[name]
    if (value === undefined || value.trim() === '') throw new OperatorRefused(usage)
    return value
  }
  return {
    values,
    positionals,
    required,
    /** Asked for, or read from OPERATOR_SECRET. */
    readCredentials: async () => {
      const name = required('by')
      return { name, secret: process.env.OPERATOR_SECRET ?? (await askSecret(`Secret of ${name}: `)) }
    },
    /** Does the work that the first `words` of the line name, and says what went wrong. */
    run: async (commands: Readonly<Record<string, (ctx: OperatorContext) => Promise<void>>>, words = 1) => {
      const work = commands[positionals.slice(0, words).join(' ')]
      let ctx: OperatorContext | undefined
      try {
        if (!work) throw new OperatorRefused(usage)
        ctx = openContext()
        await work(ctx)
      } catch (error) {
        const isNamed = error instanceof OperatorRefused || error instanceof SecretRefused
        process.stderr.write(`${isNamed ? error.message : String(describeError(error).message)}\n`)
        process.exitCode = 1
      } finally {
        await ctx?.db.close()
      }
    },
  }
}
