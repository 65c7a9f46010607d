/**
 * Clients that send money to one another over HTTP, each one call after another, and repeat a call under its key until it
 * is answered, at whichever server answers. They keep their own record of what they were told.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidOf } from '@puente/contract'
import { Broken, assert } from '../frame/part.ts'
import type { Random } from '../frame/random.ts'
import { createRecord, type TellTale } from './record.ts'
import { ANSWER_MS, type Person } from './people.ts'

export type Driver = {
  record: TellTale
  /** Sends acknowledged so far. */
  acks: () => number
  /** Waits for the next acknowledgement; answers how long that took, in milliseconds. Throws `Broken` when it is too long. */
  nextAck: (withinMs: number) => Promise<number>
  /** Takes up no new send and waits until those under way are answered. */
  finish: () => Promise<DriverFigures>
}

export type DriverFigures = {
  acknowledged: number
  refused: number
  /** Calls that had to be repeated because no answer came, or a 503. */
  repeats: number
  /** The slowest single call that was answered at all, in milliseconds. */
  slowestMs: number
  /** Calls that were given up without an answer. */
  unanswered: number
}

export type DriverOptions = {
  urls: () => string[]
  people: Person[]
  clients: number
  random: Random
  maxCents?: number
  /** Told how long every single call took that was answered, whatever the answer. */
  onAnswer?: (tookMs: number) => void
}

const FINISH_MS = 90_000
const PAUSE_MS = 100

type Answer = { status: number; code: string | undefined; transactionId: string | undefined }

const send = async (url: string, bearer: string, key: string, body: object, signal: AbortSignal): Promise<Answer> => {
  const response = await fetch(`${url}/api/send/in-app`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}`, 'idempotency-key': key },
    body: JSON.stringify(body),
    signal,
  })
  const answer = (await response.json()) as { code?: string; data?: { transactionId?: string } }
  return { status: response.status, code: answer.code, transactionId: answer.data?.transactionId }
}

/** What is no answer to the question itself: the client keeps its key and asks again. */
const isToBeRepeated = ({ status }: Answer): boolean => status === 503 || status === 429 || status === 502

export const startDriver = (options: DriverOptions): Driver => {
  const { urls, people, clients, random, maxCents = 3, onAnswer = () => {} } = options
  const record = createRecord()
  const figures: DriverFigures = { acknowledged: 0, refused: 0, repeats: 0, slowestMs: 0, unanswered: 0 }
  let isFinishing = false
  let isOver = false
  let failure: unknown = null

  /** One call; null when no answer came. */
  const call = async (payer: Person, key: string, body: object): Promise<Answer | null> => {
    try {
      const url = random.pick(urls())
      // A call of its own, now and then.
      const bearer = await payer.bearer(url)
      const started = performance.now()
      const answer = await send(url, bearer, key, body, AbortSignal.timeout(ANSWER_MS))
      const tookMs = Math.round(performance.now() - started)
      figures.slowestMs = Math.max(figures.slowestMs, tookMs)
      onAnswer(tookMs)
      return answer
    } catch (error) {
      if (error instanceof DOMException && error.name === 'TimeoutError') figures.unanswered += 1
      return null
    }
  }

  const sendOnce = async (payer: Person): Promise<void> => {
    const payee = random.pick(people.filter((one) => one !== payer))
    const key = randomUUID()
    const body = { toUser: payee.userId, amount: random.int(1, maxCents), currency: 'USD' }
    while (!isOver) {
      const answer = await call(payer, key, body)
      if (answer === null || isToBeRepeated(answer)) {
        figures.repeats += 1
        await sleep(PAUSE_MS)
        continue
      }
      const { status, code, transactionId } = answer
      if (status === 200) {
        const transferId = uuidOf(transactionId ?? '', 'txn')
        assert(transferId !== null, 'an accepted send names its transaction', answer)
        record.accepted({ ownerId: payer.id, key, transferId })
        figures.acknowledged += 1
        return
      }
      assert(code === 'senderUnsufficientFunds', 'a send is accepted, not covered, or to be repeated', answer)
      record.refused({ ownerId: payer.id, key })
      figures.refused += 1
      return
    }
  }

  const running = Array.from({ length: clients }, async (_, n) => {
    const payer = people[n % people.length]
    if (!payer) throw new Error('no people to send from')
    while (!isFinishing) await sendOnce(payer)
  })
  const all = Promise.all(running).catch((error: unknown) => {
    failure = error
    isFinishing = true
    isOver = true
  })
  const throwFailure = (): void => {
    if (failure !== null) throw failure
  }
  return {
    record,
    acks: () => figures.acknowledged,
    nextAck: async (withinMs) => {
      const before = figures.acknowledged
      const started = performance.now()
      while (figures.acknowledged === before) {
        throwFailure()
        const waitedMs = performance.now() - started
        if (waitedMs > withinMs) throw new Broken(`I8: service is back within ${withinMs} ms`, { ...figures })
        await sleep(10)
      }
      return Math.round(performance.now() - started)
    },
    finish: async () => {
      isFinishing = true
      const giveUp = new AbortController()
      const late = sleep(FINISH_MS, 'late', { signal: giveUp.signal }).catch(() => 'late')
      const ended = await Promise.race([all, late])
      giveUp.abort()
      isOver = true
      throwFailure()
      assert(ended !== 'late', 'I8: every call is answered once the faults are over', { ...figures })
      return figures
    },
  }
}

/** The longest time without an acknowledged send from here until `stop`, in milliseconds. */
export const watchSilence = (driver: Driver): { stop: () => number } => {
  let [acks, since, longest] = [driver.acks(), performance.now(), 0]
  const look = (): void => {
    const now = performance.now()
    longest = Math.max(longest, now - since)
    if (driver.acks() !== acks) [acks, since] = [driver.acks(), now]
  }
  const timer = setInterval(look, 5)
  return {
    stop: () => {
      look()
      clearInterval(timer)
      return Math.round(longest)
    },
  }
}
