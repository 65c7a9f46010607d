/**
 * Runs work in a network namespace, where rules that drop packets affect nothing else: the process has a loopback
 * interface and no other, and so has everything it starts.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../frame/needs.ts'
import type { Context, Figures } from '../frame/part.ts'
import { killQuietly } from './signals.ts'

/** What the process asks and tells. */
export type FromInside = { done: number } | { figures: Figures } | { broken: string }
/** How it begins, and whether another unit is wanted. */
export type FromOutside = { seed: number } | { goesOn: boolean }

/** Runs a file that does its work with `inside`; throws what broke in there. */
export const inOwnNetwork = async (file: URL, { seed, goesOn }: Pick<Context, 'seed' | 'goesOn'>): Promise<Figures> => {
  const unshare = findProgram('unshare') ?? 'unshare'
  const child = spawn(unshare, ['--net', process.execPath, fileURLToPath(file)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const killAtExit = (): void => killQuietly(child.pid, 'SIGKILL')
  process.once('exit', killAtExit)
  const say = (message: FromOutside): void => void child.send(message, () => {})
  let figures: Figures | undefined
  let broken = 'the process in its own network ended early'
  child.on('message', (message) => {
    const told = message as FromInside
    if ('done' in told) say({ goesOn: goesOn(told.done) })
    else if ('broken' in told) ({ broken } = told)
    else ({ figures } = told)
  })
  say({ seed })
  await once(child, 'exit')
  process.off('exit', killAtExit)
  if (figures === undefined) throw new Error(broken)
  return figures
}
