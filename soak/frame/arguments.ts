import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

export type Arguments = {
  /** Names of parts; empty means all. */
  parts: string[]
  seed: number
  /** For all parts together; unbounded when the full counts are asked for without a bound. */
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
  --minutes N   how long all parts take together (default ${DEFAULT_MINUTES}); with --full, when to stop for now
  --full        every part to its full count, an hour each at most; what was done before is not done again
  --again       with --full: start over
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

const minutesOf = (text: string | undefined, fallback: number): number => {
  const value = text === undefined ? fallback : Number(text)
  if (!(value > 0)) throw new Error('--minutes takes a number above 0')
  return value
}

/** Throws with a sentence that can be shown on the command line. */
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
    minutes: minutesOf(values.minutes, values.full ? Infinity : DEFAULT_MINUTES),
    full: values.full ?? false,
    strict: values.strict ?? false,
    again: values.again ?? false,
    list: values.list ?? false,
  }
}
