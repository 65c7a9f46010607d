/**
 * Deliveries of events, as the providers make them: at once, at least once, in no promised order, and again after 1, 5 and
 * 25 seconds until the receiver answers 2xx. Each attempt gets a fresh signature with the wall clock's time. The log
 * keeps every attempt, and any delivery can be sent again by hand.
 */
import { createBoundedMap } from './bounded.ts'
import type { Faults } from './faults.ts'
import type { ProviderName } from './provider-name.ts'
import { randomWord } from './random.ts'

/** How a signature may be spoilt by an armed fault. */
export type Spoil = 'badSignature' | 'staleTimestamp' | null

/** One event for one receiver. `sign` answers the headers of an attempt. */
export type Message = {
  provider: ProviderName
  type: string
  objectId: string
  url: string
  contentType: string
  body: string
  sign: (body: string, spoil: Spoil) => Record<string, string>
}

type Attempt = { at: string; status: number | null; error: string | null }
type Delivery = {
  id: string
  message: Message
  status: 'pending' | 'held' | 'delivered' | 'failed' | 'dropped'
  attempts: Attempt[]
  spoil: Spoil
}

const deliveryTimeoutMs = 10_000
// How long a reset waits for attempts under way before it cuts them.
const graceMs = 1000

const view = ({ id, message, status, attempts }: Delivery) => ({
  id,
  provider: message.provider,
  type: message.type,
  objectId: message.objectId,
  url: message.url,
  status,
  attempts,
})

/** @param retryMs pauses between attempts; the log calls a delivery failed when they are used up */
export const createWebhooks = ({
  faults,
  retryMs,
  log,
}: {
  faults: Faults
  retryMs: readonly number[]
  log: (line: string) => void
}) => {
  const deliveries = createBoundedMap<Delivery>()
  const timers = new Set<NodeJS.Timeout>()
  const inFlight = new Set<Promise<void>>()
  let cut = new AbortController()
  let held: { provider: ProviderName; until: number; waiting: Delivery[] }[] = []

  const attempt = async (delivery: Delivery, retriesLeft: readonly number[] | null): Promise<void> => {
    const { message } = delivery
    const at = new Date().toISOString()
    try {
      const answer = await fetch(message.url, {
        method: 'POST',
        headers: {
          'content-type': message.contentType,
          'user-agent': 'puente-sandbox',
          ...message.sign(message.body, delivery.spoil),
        },
        body: message.body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(deliveryTimeoutMs), cut.signal]),
      })
      await answer.body?.cancel()
      delivery.attempts.push({ at, status: answer.status, error: null })
      if (answer.ok) {
        delivery.status = 'delivered'
        return
      }
    } catch (error) {
      delivery.attempts.push({ at, status: null, error: error instanceof Error ? error.message : 'failed' })
    }
    // A copy or a resend is one attempt; and a reset may have forgotten the delivery meanwhile.
    if (!retriesLeft || !deliveries.get(delivery.id)) return
    const [pauseMs, ...rest] = retriesLeft
    if (pauseMs === undefined) {
      if (delivery.status !== 'delivered') delivery.status = 'failed'
      log(`webhook ${message.type} of ${message.objectId} was not accepted`)
      return
    }
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (delivery.status === 'pending') void launch(delivery, rest)
    }, pauseMs)
    timer.unref()
    timers.add(timer)
  }

  const track = (work: Promise<void>): Promise<void> => {
    const running = work.finally(() => inFlight.delete(running))
    inFlight.add(running)
    return running
  }

  const launch = (delivery: Delivery, retries: readonly number[] | null) => track(attempt(delivery, retries))

  /** The first attempt, and its copies when a fault asks for them. */
  const start = async (delivery: Delivery): Promise<void> => {
    delivery.status = 'pending'
    const copies = faults.take(delivery.message.provider, ['duplicateWebhook'], null) ? 2 : 0
    await Promise.all([launch(delivery, retryMs), ...Array.from({ length: copies }, () => launch(delivery, null))])
  }

  /** The first event after arming opens a hold for as many events as the fault had uses; all of them are used up. */
  const holdFor = (delivery: Delivery) => {
    const { provider } = delivery.message
    const open = held.find((group) => group.provider === provider)
    if (open) return open
    let until = 0
    while (faults.take(provider, ['reorderWebhooks'], null)) until += 1
    if (until < 2) return null
    const group = { provider, until, waiting: [] }
    held.push(group)
    return group
  }

  /** One after the other, so that the receiver really sees the reverse order. */
  const releaseHeld = (group: (typeof held)[number]) => {
    held = held.filter((other) => other !== group)
    const inReverse = async () => {
      for (const delivery of group.waiting.toReversed()) await start(delivery)
    }
    void track(inReverse())
  }

  /** Resolves when no attempt is under way. */
  const settled = async () => {
    while (inFlight.size > 0) await Promise.allSettled(inFlight)
  }

  return {
    /** Sends one event; never throws, never waits for the receiver. */
    send(message: Message) {
      const spoil = faults.take(message.provider, ['badSignature', 'staleTimestamp'], null)?.fault ?? null
      const delivery: Delivery = {
        id: `whk_${randomWord(16)}`,
        message,
        status: 'pending',
        attempts: [],
        spoil: spoil === 'badSignature' || spoil === 'staleTimestamp' ? spoil : null,
      }
      deliveries.set(delivery.id, delivery)
      if (faults.take(message.provider, ['dropWebhook'], null)) {
        delivery.status = 'dropped'
        return
      }
      const group = holdFor(delivery)
      if (!group) return void start(delivery)
      delivery.status = 'held'
      group.waiting.push(delivery)
      if (group.waiting.length >= group.until) releaseHeld(group)
    },
    /** Sends a logged event once more, properly signed. Null when there is no such delivery. */
    async resend(id: string) {
      const delivery = deliveries.get(id)
      if (!delivery) return null
      delivery.spoil = null
      await attempt(delivery, null)
      return view(delivery)
    },
    log: () => deliveries.newest().map(view),
    /** Sends what a reorder fault still holds. */
    release() {
      for (const group of held) releaseHeld(group)
    },
    settled,
    /** Forgets every delivery; nothing sent before arrives after. */
    async reset() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      held = []
      deliveries.clear()
      const wait = setTimeout(() => cut.abort(), graceMs)
      await settled()
      clearTimeout(wait)
      cut = new AbortController()
    },
  }
}

export type Webhooks = ReturnType<typeof createWebhooks>
