import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

export type Arguments = {
  /** Names of parts; empty means all. */
  parts: string[]
  seed: number
  minutes: number
  full: boolean
  strict: boolean
  /** Forget which parts of a full run are done. */
  again: boolean
  list: boolean
}

const DEFAULT_MINUTES = 10

export const USAGE = `npm run soak -- [--part NAME]... [--minutes N] [--full [--again]] [--seed N] [--strict] [--list]

  --part NAME   only this part; may be given several times
  --minutes N   how long all parts take together (default ${DEFAULT_MINUTES})
  --full        every part to its full count, an hour each at most; parts that are done are not run again
  --again       with --full: begin anew
  --seed N      repeat the random choices of an earlier run
  --strict      a part that cannot run on this machine is a failure
  --list        name the parts
`

const wholeNumber = (text: string | undefined, name: string, fallback: number): number => {
  if (text === undefined) return fallback
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} takes a whole number`)
  return value
}

/** Throws with a sentence for whoever typed it. */
export const readArguments = (args: string[]): Arguments => {
  const { values } = parseArgs({
    args,
    options: {
      part: { type: 'string', multiple: true },
      seed: { type: 'string' },
      minutes: { type: 'string' },
      full: { type: 'boolean' },
      strict: { type: 'boolean' },
      again: { type: 'boolean' },
      list: { type: 'boolean' },
    },
  })
  return {
    parts: values.part ?? [],
    seed: wholeNumber(values.seed, 'seed', randomInt(2 ** 31)),
    minutes: Math.max(1, wholeNumber(values.minutes, 'minutes', DEFAULT_MINUTES)),
    full: values.full ?? false,
    strict: values.strict ?? false,
    again: values.again ?? false,
    list: values.list ?? false,
  }
}
