/** Load from a process of its own, for people whose bearers are kept fresh. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { uuidOf } from '@puente/contract'
import { assert } from '../frame/part.ts'
import type { Asked, Phase, PhaseResult, Told } from './load-protocol.ts'
import type { Credentials, Person } from './people.ts'
import type { TellTale } from './record.ts'

export type Load = {
  /** How many there are to act for. */
  people: number
  /** Runs the phases without a pause between them. */
  run: (phases: Phase[], connections: number) => Promise<PhaseResult[]>
  stop: () => Promise<void>
}

/** A person to act for; only who signs in needs credentials. */
export type LoadPerson = Pick<Person, 'userId' | 'bearer'> & { credentials?: Credentials }

/** Starts it, against one server. */
export const startLoad = async (url: string, people: readonly LoadPerson[]): Promise<Load> => {
  const child = fork(fileURLToPath(new URL('load-process.ts', import.meta.url)), { serialization: 'advanced' })
  const ended = once(child, 'exit')
  const told = async (): Promise<Told> => {
    const [word] = (await Promise.race([once(child, 'message'), ended.then(() => [null])])) as [Told | null]
    if (word === null) throw new Error('the process that makes the load ended')
    if ('failed' in word) throw new Error(word.failed)
    return word
  }
  const ask = (asked: Asked): Promise<Told> => {
    const answer = told()
    child.send(asked)
    return answer
  }
  await told()
  return {
    people: people.length,
    run: async (phases, connections) => {
      const callers = await Promise.all(
        people.map(async ({ userId, bearer, credentials }) => ({ userId, bearer: await bearer(url), credentials })),
      )
      await ask({ ask: 'callers', callers })
      const answer = await ask({ ask: 'run', url, connections, phases })
      return 'results' in answer ? answer.results : []
    },
    stop: async () => {
      if (child.connected) child.send({ ask: 'stop' } satisfies Asked)
      await ended
    },
  }
}

/** Notes what was acknowledged; throws `Broken` unless each call was accepted, or told to come back and when. */
export const noteAnswers = (results: readonly PhaseResult[], people: readonly Person[], record: TellTale): void => {
  for (const { acks, ...result } of results) {
    const { name, others, unanswered, refusedWithoutWait } = result
    assert(unanswered === 0, `I8: no call is left without an answer (${name})`, result)
    assert(refusedWithoutWait === 0, `every refusal says when to come back (${name})`, result)
    assert(Object.keys(others).length === 0, `a call is accepted, or refused with 429 or 503 (${name})`, result)
    for (const { caller, key, transactionId } of acks) {
      const transferId = uuidOf(transactionId, 'txn')
      const payer = people[caller]
      assert(transferId !== null && payer !== undefined, 'an accepted send names its transaction', transactionId)
      record.accepted({ ownerId: payer.id, key, transferId })
    }
  }
}
