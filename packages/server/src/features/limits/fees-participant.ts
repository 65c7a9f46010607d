/**
 * The quote, made again under the lock: what is charged is what was shown, or the call is refused. Takes a free operation
 * where the schedule asks for a fee and one is left.
 */
import type { FeeOperation } from '@puente/contract'
import type { Participant } from '#platform/participant.ts'
import { quoteAnswer, quoteEverything, quoteFee } from './fee-rules.ts'
import type { FeeRow, Quote } from './fee-rules.ts'
import { countFreeOperations, freeOperationWrites, listFeeRows } from './fees-store.ts'
import type { FreeOperation } from './fees-store.ts'

export type FeesNeed =
  | {
      take: FreeOperation & {
        operation: FeeOperation
        amountCents: bigint
        /** The wallet is emptied: amount and fee are all of this. */
        everythingCents?: bigint | undefined
      }
      /** The total that the payer was shown. */
      expectedTotalCents?: bigint | undefined
    }
  | { restore: FreeOperation }
  /** What was restored counts again, even beyond how many there are: another operation may have its place by now. */
  | { retake: FreeOperation }

type State = { rows: FeeRow[]; freeUsed: Map<string, number> }
type Change = { takes: FreeOperation | null; restores: FreeOperation | null }

export const feesParticipant: Participant<FeesNeed, State, Change, Quote> = {
  name: 'fees',
  phase: 'before',
  load: async (client, needs, at) => {
    const owners = needs.flatMap(({ need }) => ('take' in need ? [need.take.ownerId] : []))
    const [rows, freeUsed] = await Promise.all([
      listFeeRows(client, at),
      countFreeOperations(client, [...new Set(owners)]),
    ])
    return { rows, freeUsed }
  },
  decide: (state, need) => {
    if ('restore' in need) return { change: { takes: null, restores: need.restore } }
    if ('retake' in need) return { change: { takes: need.retake, restores: null } }
    const { ownerId, movementId, operation, amountCents, everythingCents } = need.take
    const freeUsed = state.freeUsed.get(ownerId) ?? 0
    const quote =
      everythingCents === undefined
        ? quoteFee(state.rows, { operation, amountCents, freeUsed })
        : quoteEverything(state.rows, { operation, balanceCents: everythingCents, freeUsed })
    const isAsShown =
      quote.amountCents === amountCents &&
      (need.expectedTotalCents ?? quote.totalChargeCents) === quote.totalChargeCents
    if (!isAsShown)
      return { refuse: { code: 'invalidAmount', details: { reason: 'quoteChanged', ...quoteAnswer(quote) } } }
    return { change: { takes: quote.isWaived ? { ownerId, movementId } : null, restores: null }, fact: quote }
  },
  apply: ({ freeUsed }, { takes }) => {
    if (takes) freeUsed.set(takes.ownerId, (freeUsed.get(takes.ownerId) ?? 0) + 1)
  },
  save: (_state, changes, at) => {
    const taken = changes.flatMap(({ takes }) => takes ?? [])
    const ended = changes.flatMap(({ restores }) => restores ?? [])
    return freeOperationWrites(taken, ended, at)
  },
}
