/**
 * Money that goes out: one item in a batch of its own, as our side asks for it. After two seconds an item succeeds, unless
 * told otherwise. What is not claimed comes back after thirty days. Each step is reported by an event, and what moved
 * money stands in the book.
 */
import { createBoundedMap } from '../core/bounded.ts'
import { createNextQueue } from '../core/next-queue.ts'
import type { World } from '../core/provider.ts'
import { paypalId } from './events.ts'
import type { Emit } from './events.ts'
import { PaypalError } from './paypal-error.ts'
import type { ItemStatus, Payout } from './payout.ts'
import { renderBatch, renderItem } from './render-payouts.ts'
import type { PaypalStore } from './store.ts'

/** What a person or PayPal does with an item. */
export const payoutActs = [
  'succeed',
  'fail',
  'unclaim',
  'hold',
  'block',
  'return',
  'refund',
  'reverse',
  'deny',
] as const
export type PayoutAct = (typeof payoutActs)[number]
/** How the next item ends, unless it was told otherwise; one that waits is decided by hand. */
export const payoutOutcomes = ['wait', 'succeed', 'fail', 'unclaim', 'hold', 'block', 'deny'] as const
type PayoutOutcome = (typeof payoutOutcomes)[number]

const dayMs = 24 * 3_600_000
const decidedAfterMs = 2_000
const unclaimedDays = 30
const uniqueDays = 30
const openingFee = 25

type Step = {
  from: readonly ItemStatus[]
  to: ItemStatus
  event: string
  error?: Payout['error']
  /** What it does to our account: the money goes, or comes back under this code. */
  moves?: 'out' | 'T1114' | 'T1115'
}

const steps: Record<PayoutAct, Step> = {
  succeed: { from: ['PENDING', 'ONHOLD', 'UNCLAIMED'], to: 'SUCCESS', event: 'SUCCEEDED', moves: 'out' },
  fail: {
    from: ['PENDING', 'ONHOLD'],
    to: 'FAILED',
    event: 'FAILED',
    error: { name: 'RECEIVER_UNREGISTERED', message: 'Receiver is unregistered' },
  },
  unclaim: {
    from: ['PENDING', 'ONHOLD'],
    to: 'UNCLAIMED',
    event: 'UNCLAIMED',
    error: { name: 'RECEIVER_UNREGISTERED', message: 'Receiver is unregistered' },
    moves: 'out',
  },
  hold: { from: ['PENDING'], to: 'ONHOLD', event: 'HELD' },
  block: {
    from: ['PENDING', 'ONHOLD'],
    to: 'BLOCKED',
    event: 'BLOCKED',
    error: { name: 'REGULATORY_BLOCKED', message: 'Blocked by regulation' },
  },
  return: { from: ['UNCLAIMED'], to: 'RETURNED', event: 'RETURNED', moves: 'T1115' },
  refund: { from: ['SUCCESS'], to: 'REFUNDED', event: 'REFUNDED', moves: 'T1115' },
  reverse: { from: ['SUCCESS'], to: 'REVERSED', event: 'REFUNDED', moves: 'T1114' },
  deny: {
    from: ['PENDING'],
    to: 'FAILED',
    event: 'FAILED',
    error: { name: 'INSUFFICIENT_FUNDS', message: 'Sender does not have sufficient funds' },
  },
}

export type NewPayout = Pick<Payout, 'senderBatchId' | 'senderItemId' | 'receiver' | 'amount'>

type Parts = { world: World; store: PaypalStore; emit: Emit; publicUrl: () => string }

export const createPayouts = ({ world, store, emit, publicUrl }: Parts) => {
  const payouts = createBoundedMap<Payout>()
  const next = createNextQueue<PayoutOutcome>()
  let namesDuplicates = true
  const now = () => world.clock.now()
  const dueIn = (ms: number, task: () => void) => world.clock.schedule(new Date(now().getTime() + ms), task)

  const tell = (type: string, payout: Payout, about: 'batch' | 'item') =>
    emit({
      type,
      resourceType: about === 'batch' ? 'payouts' : 'payouts_item',
      summary: `A payout is ${payout.status.toLowerCase()}`,
      resource: about === 'batch' ? renderBatch(payout, publicUrl()) : renderItem(payout, publicUrl()),
      objectId: about === 'batch' ? payout.batchId : payout.itemId,
    })

  const book = (payout: Payout, kind: string, code: string, amount: number) => {
    const { transactionId, senderBatchId: ref } = payout
    const at = now()
    const id = kind === 'payout' ? transactionId : paypalId()
    const relatedId = kind === 'payout' ? null : transactionId
    store.lines.set(id, { id, at, code, ref, amount, fee: kind === 'payout' ? -openingFee : 0, status: 'S', relatedId })
    world.book.record({
      provider: 'paypal',
      kind,
      ref,
      providerId: payout.itemId,
      amountCents: Math.abs(amount),
      at: at.toISOString(),
    })
  }

  const move = (payout: Payout, { moves }: Step, was: ItemStatus) => {
    if (moves === undefined) return
    if (moves !== 'out') book(payout, 'payout-return', moves, payout.amount)
    // What waited for its receiver had left our account before.
    else if (was !== 'UNCLAIMED') book(payout, 'payout', 'T0001', -payout.amount)
  }

  /** False when the item is past it. */
  const act = (payout: Payout, name: PayoutAct): boolean => {
    const step = steps[name]
    const { status: was } = payout
    if (!step.from.includes(was)) return false
    payout.stopTimer()
    Object.assign(payout, {
      status: step.to,
      processedAt: now(),
      error: step.error ?? null,
      batchStatus: name === 'deny' ? 'DENIED' : 'SUCCESS',
    })
    move(payout, step, was)
    if (name === 'unclaim') payout.stopTimer = dueIn(unclaimedDays * dayMs, () => void act(payout, 'return'))
    tell(`PAYMENT.PAYOUTS-ITEM.${step.event}`, payout, 'item')
    if (was === 'PENDING') tell(`PAYMENT.PAYOUTSBATCH.${name === 'deny' ? 'DENIED' : 'SUCCESS'}`, payout, 'batch')
    return true
  }

  const decide = (payout: Payout) => {
    const { senderBatchId, receiver, amount } = payout
    const late = world.faults.take('paypal', ['lateReturn'], null)
    const outcome = next.take({ refs: [senderBatchId], email: receiver, amountCents: amount })
    if (late) act(payout, 'unclaim')
    else if (outcome !== 'wait') act(payout, outcome ?? 'succeed')
  }

  const batchUrl = ({ batchId }: Payout) => `${publicUrl()}/wire/paypal/v1/payments/payouts/${batchId}`

  /** @throws PaypalError when the batch id was used within thirty days */
  const create = (fields: NewPayout): Payout => {
    const since = now().getTime() - uniqueDays * dayMs
    const earlier = payouts.find(
      ({ senderBatchId, createdAt }) => senderBatchId === fields.senderBatchId && createdAt.getTime() > since,
    )
    if (earlier)
      throw new PaypalError(
        400,
        'USER_BUSINESS_ERROR',
        'User business error.',
        [{ field: 'SENDER_BATCH_ID', issue: 'Batch with given sender_batch_id already exists' }],
        namesDuplicates ? [{ href: batchUrl(earlier), rel: 'self', method: 'GET' }] : [],
      )
    const payout: Payout = {
      ...fields,
      batchId: paypalId(),
      itemId: paypalId(),
      transactionId: paypalId(),
      createdAt: now(),
      processedAt: now(),
      batchStatus: 'PENDING',
      status: 'PENDING',
      error: null,
      stopTimer: () => {},
    }
    payouts.set(payout.itemId, payout)
    payout.stopTimer = dueIn(decidedAfterMs, () => decide(payout))
    return payout
  }

  /** PayPal has begun with it. */
  const begin = (payout: Payout) => {
    if (payout.batchStatus !== 'PENDING') return
    payout.batchStatus = 'PROCESSING'
    tell('PAYMENT.PAYOUTSBATCH.PROCESSING', payout, 'batch')
  }

  return {
    create,
    begin,
    act,
    next,
    newest: payouts.newest,
    /** By the id of the item, of its batch, or by our reference. */
    find: (id: string) =>
      payouts.get(id) ?? payouts.find(({ batchId, senderBatchId }) => batchId === id || senderBatchId === id),
    byBatch: (id: string) => payouts.find(({ batchId }) => batchId === id),
    byItem: payouts.get,
    /** Whether a repeated batch id is refused with the address of the first batch; old reports have seen it without. */
    nameDuplicates: (named: boolean) => {
      namesDuplicates = named
    },
    clear: () => {
      payouts.clear()
      next.clear()
      namesDuplicates = true
    },
  }
}

export type Payouts = ReturnType<typeof createPayouts>
