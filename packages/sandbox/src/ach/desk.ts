/**
 * What the bank does with transfers: takes them in, hands them to the Federal Reserve, settles them on its next open day,
 * and passes on what receiving banks send back. Each step sends a webhook; what moved money stands in the book.
 */
import { createBoundedMap } from '../core/bounded.ts'
import { createNextQueue } from '../core/next-queue.ts'
import type { World } from '../core/provider.ts'
import { randomWord } from '../core/random.ts'
import { openDaysAfter } from './banking-day.ts'
import { signStandardWebhook } from './signature.ts'
import type { Change, Status, Transfer } from './model.ts'
import { returnCodes } from './words.ts'
import type { ReturnCode } from './words.ts'

const SUBMITTED_AFTER_MS = 2000
const LATE_RETURN_DAYS = 5
const OPENING_BALANCE_CENTS = 1_000_000_000

/** Statuses that the Federal Reserve has not seen. */
const BEFORE_SUBMISSION: readonly Status[] = [
  'pending_approval',
  'pending_submission',
  'pending_reviewing',
  'requires_attention',
]

type Taken = Omit<
  Transfer,
  | 'id'
  | 'status'
  | 'createdAt'
  | 'submittedAt'
  | 'acknowledgedAt'
  | 'settledAt'
  | 'canceledAt'
  | 'trace'
  | 'returned'
  | 'changes'
>

/** `wait`: the next transfer is not submitted automatically. */
export const nextOutcomes = ['submit', 'wait'] as const
type NextOutcome = (typeof nextOutcomes)[number]

/** What happens to an entry of a file. */
export type FileNews = 'settled' | 'returned' | 'corrected' | 'refused'

export const createDesk = (world: World) => {
  const transfers = createBoundedMap<Transfer>()
  const next = createNextQueue<NextOutcome>()
  let traces = 0
  let balanceCents = OPENING_BALANCE_CENTS

  const later = (ms: number) => new Date(world.clock.now().getTime() + ms)
  const newTrace = () => `06200001${String((traces += 1)).padStart(7, '0')}`

  /** What a file's sender hears by file. */
  let hearOfFile: (transfer: Transfer, news: FileNews) => void = () => {}

  const tell = (
    transfer: Transfer,
    category: 'ach_transfer.created' | 'ach_transfer.updated',
    news: FileNews | null = null,
  ) => {
    if (transfer.fileTrace !== null) {
      if (news) hearOfFile(transfer, news)
      return
    }
    const id = `event_${randomWord(20).toLowerCase()}`
    world.webhooks.send({
      provider: 'ach',
      type: category,
      objectId: transfer.id,
      url: `${world.urls.target}/hooks/increase`,
      contentType: 'application/json',
      body: JSON.stringify({
        id,
        associated_object_id: transfer.id,
        associated_object_type: 'ach_transfer',
        category,
        created_at: world.clock.now().toISOString(),
        type: 'event',
      }),
      sign: (body, spoil) => signStandardWebhook({ id, secret: world.secrets.increaseWebhookSecret, body, spoil }),
    })
  }

  const record = (transfer: Transfer, kind: string) =>
    world.book.record({
      provider: 'ach',
      kind,
      ref: transfer.ref,
      providerId: transfer.id,
      amountCents: transfer.amount,
      at: world.clock.now().toISOString(),
    })

  /** One way each; false where the transfer is past it. */
  const submit = (transfer: Transfer): boolean => {
    if (!BEFORE_SUBMISSION.includes(transfer.status)) return false
    const now = world.clock.now()
    Object.assign(transfer, { status: 'submitted', submittedAt: now, acknowledgedAt: now })
    // A file is taken out of the account as a whole, when it settles.
    if (transfer.fileTrace === null) balanceCents -= transfer.amount
    record(transfer, 'transfer')
    tell(transfer, 'ach_transfer.updated')
    world.clock.schedule(openDaysAfter(now, 1), () => void settle(transfer))
    return true
  }

  const settle = (transfer: Transfer): boolean => {
    if (transfer.status !== 'submitted' || transfer.settledAt) return false
    transfer.settledAt = world.clock.now()
    tell(transfer, 'ach_transfer.updated', 'settled')
    const late = world.faults.take('ach', ['lateReturn'], null)
    if (!late) return true
    const { afterSeconds, code } = late
    const at =
      afterSeconds === undefined ? openDaysAfter(transfer.settledAt, LATE_RETURN_DAYS) : later(afterSeconds * 1000)
    world.clock.schedule(at, () => void giveBack(transfer, returnCodes.find((known) => known === code) ?? 'R03'))
    return true
  }

  const giveBack = (transfer: Transfer, code: ReturnCode, information: string | null = null): boolean => {
    if (transfer.status !== 'submitted') return false
    transfer.status = 'returned'
    transfer.returned = { code, information, at: world.clock.now(), trace: newTrace() }
    balanceCents += transfer.amount
    record(transfer, 'return')
    tell(transfer, 'ach_transfer.updated', 'returned')
    return true
  }

  const notifyChange = (transfer: Transfer, change: Omit<Change, 'at'>): boolean => {
    if (transfer.status !== 'submitted') return false
    transfer.changes.push({ ...change, at: world.clock.now() })
    tell(transfer, 'ach_transfer.updated', 'corrected')
    return true
  }

  const moveBefore = (transfer: Transfer, status: Status): boolean => {
    if (!BEFORE_SUBMISSION.includes(transfer.status) || transfer.status === status) return false
    transfer.status = status
    if (status === 'canceled') transfer.canceledAt = world.clock.now()
    tell(transfer, 'ach_transfer.updated', status === 'rejected' ? 'refused' : null)
    return true
  }

  return {
    transfers,
    next,
    newTrace,
    balanceCents: () => balanceCents,
    /** More or less lies in the account. */
    addToBalance(cents: number) {
      balanceCents += cents
    },
    hearOfFiles(hear: (transfer: Transfer, news: FileNews) => void) {
      hearOfFile = hear
    },
    take(given: Taken): Transfer {
      const transfer: Transfer = {
        ...given,
        id: `ach_transfer_${randomWord(20).toLowerCase()}`,
        status: 'pending_submission',
        createdAt: world.clock.now(),
        submittedAt: null,
        acknowledgedAt: null,
        settledAt: null,
        canceledAt: null,
        trace: newTrace(),
        returned: null,
        changes: [],
      }
      transfers.set(transfer.id, transfer)
      tell(transfer, 'ach_transfer.created')
      if (next.take({ refs: [transfer.ref], amountCents: transfer.amount }) === 'wait') return transfer
      world.clock.schedule(later(SUBMITTED_AFTER_MS), () => {
        if (transfer.status === 'pending_submission') submit(transfer)
      })
      return transfer
    },
    /** By its id, or by the sender's own word for it. */
    find: (id: string) => transfers.get(id) ?? transfers.find(({ ref }) => ref === id),
    submit,
    settle,
    giveBack,
    notifyChange,
    reject: (transfer: Transfer) => moveBefore(transfer, 'rejected'),
    requireAttention: (transfer: Transfer) => moveBefore(transfer, 'requires_attention'),
    cancel: (transfer: Transfer) => moveBefore(transfer, 'canceled'),
    clear() {
      transfers.clear()
      next.clear()
      traces = 0
      balanceCents = OPENING_BALANCE_CENTS
    },
  }
}

export type Desk = ReturnType<typeof createDesk>
