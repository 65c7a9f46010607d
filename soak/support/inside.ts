/**
 * The inner side of `inOwnNetwork`: starts on the message with the seed, and asks before every unit whether to go on.
 */
import { execFileSync } from 'node:child_process'
import { findProgram } from '../frame/needs.ts'
import type { Figures } from '../frame/part.ts'
import { createRandom, type Random } from '../frame/random.ts'
import type { FromInside, FromOutside } from './own-network.ts'

type Inside = { random: Random; goesOn: (done: number) => Promise<boolean> }

/** A program of the administrator, with what it says kept for when it fails. */
export const administer = (program: string, ...args: string[]): void =>
  void execFileSync(findProgram(program) ?? program, args, { stdio: ['ignore', 'ignore', 'pipe'] })

const next = (): Promise<FromOutside> =>
  new Promise((resolve) => process.once('message', (message) => resolve(message as FromOutside)))

const tell = (message: FromInside): Promise<void> =>
  new Promise((resolve) => (process.send ? process.send(message, () => resolve()) : resolve()))

const ask = async (done: number): Promise<boolean> => {
  const answer = next()
  await tell({ done })
  const told = await answer
  return 'goesOn' in told && told.goesOn
}

/** Does the work, tells what came of it, and ends the process. */
export const inside = async (work: (context: Inside) => Promise<Figures>): Promise<never> => {
  const begun = await next()
  try {
    administer('ip', 'link', 'set', 'lo', 'up')
    const random = createRandom('seed' in begun ? begun.seed : 0)
    await tell({ figures: await work({ random, goesOn: ask }) })
  } catch (error) {
    await tell({ broken: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
  process.exit(0)
}
