import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Command, Outcome } from '@puente/ledger'
import type { Order, Reply } from './ledger-process.ts'

/** A ledger that lives in another process. */
export type RemoteLedger = {
  pid: number
  /** Rejects with the name of the error over there, or `ProcessEnded`. */
  post: (command: Command) => Promise<Outcome>
  stop: () => Promise<void>
}

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name })

/** Starts it; its outcomes come over a channel that keeps bigints and dates as they are. */
export const startRemoteLedger = async (url: string): Promise<RemoteLedger> => {
  const file = fileURLToPath(new URL('ledger-process.ts', import.meta.url))
  const child = fork(file, [], { env: { ...process.env, SOAK_LEDGER_URL: url }, serialization: 'advanced' })
  const waiting = new Map<number, { resolve: (outcome: Outcome) => void; reject: (error: Error) => void }>()
  let orders = 0
  let isOver = false
  const exited = once(child, 'exit').then(() => {
    isOver = true
    for (const { reject } of waiting.values()) reject(named('ProcessEnded', 'the ledger process ended'))
    waiting.clear()
  })
  child.on('message', (message) => {
    const reply = message as Reply
    const one = waiting.get(reply.id)
    if (!one) return
    waiting.delete(reply.id)
    if ('failed' in reply) one.reject(named(reply.failed, reply.message))
    else one.resolve(reply.outcome as Outcome)
  })
  const [ready] = await Promise.race([once(child, 'message'), exited.then(() => [null])])
  if (ready === null || child.pid === undefined) throw new Error('a ledger process did not start')
  return {
    pid: child.pid,
    post: (command) =>
      new Promise((resolve, reject) => {
        if (isOver) return reject(named('ProcessEnded', 'the ledger process has ended'))
        const id = (orders += 1)
        waiting.set(id, { resolve, reject })
        const order: Order = { id, command }
        child.send(order)
      }),
    stop: async () => {
      if (!isOver) child.disconnect()
      await exited
    },
  }
}
