import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert, type Part } from '../frame/part.ts'
import type { Random } from '../frame/random.ts'
import { ANSWER_MS, aPerson } from '../support/people.ts'
import { inProductWorld, type ProductWorld } from '../support/product-world.ts'

const PARALLEL = 100
/** What a person may send within the product in 24 hours. */
const DAY_CENTS = 250_000

type Word = 'accepted' | 'limitExceeded'

type Send = { bearer: string; toUser: string; amount: number }

/** One call; null when no answer came, so that the same key has to ask again. */
const callOnce = async (url: string, key: string, { bearer, toUser, amount }: Send) => {
  try {
    const response = await fetch(`${url}/api/send/in-app`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}`, 'idempotency-key': key },
      body: JSON.stringify({ toUser, amount, currency: 'USD' }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const { code } = (await response.json()) as { code?: string }
    return response.status === 429 || response.status === 503 ? null : { status: response.status, code }
  } catch {
    return null
  }
}

const sendUntilAnswered = async ({ servers }: ProductWorld, random: Random, send: Send): Promise<Word> => {
  const key = randomUUID()
  for (;;) {
    const answer = await callOnce(random.pick(servers).url, key, send)
    if (answer === null) {
      await sleep(random.int(5, 50))
      continue
    }
    if (answer.status === 200) return 'accepted'
    assert(answer.code === 'limitExceeded', 'at the edge of a limit a send is accepted or exceeds it', answer)
    return 'limitExceeded'
  }
}

export const limitEdge: Part = {
  name: 'limit-edge',
  about: 'T24: 100 parallel sends across the edge of the daily limit, over 2 servers: never beyond it, and up to it',
  covers: 'product',
  needs: [],
  units: { of: 'edges', short: 1, full: 40 },
  share: 2,
  run: ({ random, goesOn }) =>
    inProductWorld({ people: 1 }, async (world) => {
      const { admin, servers, people } = world
      const [payee] = people
      let accepted = 0
      let done = 0
      for (; goesOn(done); done += 1) {
        const payer = await aPerson(servers[0]?.url ?? '', admin, DAY_CENTS * 2)
        const bearer = await payer.bearer(servers[0]?.url ?? '')
        const amount = random.int(2_600, 9_900)
        const words = await Promise.all(
          Array.from({ length: PARALLEL }, () =>
            sendUntilAnswered(world, random, { bearer, toUser: payee?.userId ?? '', amount }),
          ),
        )
        const through = words.filter((word) => word === 'accepted').length
        const wanted = Math.min(PARALLEL, Math.floor(DAY_CENTS / amount))
        assert(through === wanted, 'T24: exactly what fits below the limit is sent', { amount, through, wanted })
        accepted += through
      }
      await world.check()
      return { accepted, refused: done * PARALLEL - accepted }
    }),
}
