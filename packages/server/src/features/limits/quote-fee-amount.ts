import { feeOperationOf, uuidOf } from '@puente/contract'
import type { FeeOperation, Input, Output } from '@puente/contract'
import { batchDayOf, expectedDays } from '#platform/calendar/bank-days-rules.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { possibleHint, quoteAnswer, quoteEverything, quoteFee } from './fee-rules.ts'
import { countFreeOperations, listFeeRows } from './fees-store.ts'
import { coolingRows } from './cooling-rules.ts'
import { closedRows, decidingRow, OPERATION_GROUPS, rulesOfTier } from './limit-state-rules.ts'
import type { LimitGroup, LimitRule, LimitState } from './limit-state-rules.ts'
import { limitRowAnswer, readStanding, type Standing } from './list-limits.ts'
import { partsAsked, type Passes, passesAnswer, passesAt } from './passes-rules.ts'
import { askedWith, isClosedBy, partsWithout, type Replaced, withoutReplaced } from './replaced-rules.ts'
import { readReplaced } from './replaced-store.ts'
import { unprovedRows } from './unproved-rows.ts'
import { partsOfOwner, readParts } from './usage-parts-store.ts'

const isWithdrawn = (operation: FeeOperation): boolean => operation === 'bank' || operation === 'paypalWithdraw'

const PASSES_NOW: Passes = { at: null, moreCents: null, mostCents: null }

type Asked = {
  rules: readonly LimitRule[]
  operations: readonly LimitGroup[]
  amountCents: bigint
  replaced: Replaced | null
}

/** Where the caller stands, without the attempt before where `isClosed` says so; `freeUsed` is how many free operations are used. */
const standingFor = async (ctx: UserCtx, wireId: string | undefined, isClosed: (attempt: Replaced) => boolean) => {
  const ownerId = ctx.user.id
  const sessionId = wireId === undefined ? null : uuidOf(wireId, 'pss')
  const [standing, free, replaced] = await Promise.all([
    readStanding(ctx),
    countFreeOperations(ctx.db.pool, [ownerId]),
    sessionId === null ? null : readReplaced(ctx.db.pool, ownerId, sessionId),
  ])
  const freeUsed = free.get(ownerId) ?? 0
  if (replaced === null || !isClosed(replaced)) return { standing, freeUsed, replaced: null }
  const { usage, balanceCents } = standing
  return {
    standing: {
      ...standing,
      usage: withoutReplaced(usage, replaced),
      balanceCents: replaced.isIncoming ? balanceCents - replaced.amountCents : balanceCents,
    },
    freeUsed: replaced.isFree ? freeUsed - 1 : freeUsed,
    replaced,
  }
}

/** When an amount that is over a limit passes, as its refusal would say. */
const whenPasses = async (
  ctx: UserCtx,
  deciding: LimitState,
  { rules, replaced, ...asked }: Asked,
  { at, usage }: Standing,
): Promise<Passes | null> => {
  const ownerId = ctx.user.id
  const known = { at, usage, batchCents: () => 0n }
  const wanted = partsAsked(rules, asked, known).map((one) => ({ ...askedWith(one, replaced), ownerId }))
  const parts = await readParts(ctx.db.pool, wanted, at)
  return passesAt(rules, asked, deciding, { ...known, partsOf: partsWithout(partsOfOwner(parts, ownerId), replaced) })
}

/**
 * What an operation would cost, and whether a limit stops it. A limit is part of the answer, not a refusal: the screen
 * explains it.
 */
export const quoteFeeAmount = async (ctx: UserCtx, input: Input<'feeAmount'>): Promise<Output<'feeAmount'>> => {
  const operation = feeOperationOf(input.opFee)
  const kind = input.deposit ? 'deposit' : input.invoice ? 'invoice' : 'send'
  const operations = operation && OPERATION_GROUPS[operation][kind]
  if (!operation || !operations) throw new Refusal('invalidType', { field: kind === 'send' ? 'opFee' : kind })
  if (input.everything && !isWithdrawn(operation)) throw new Refusal('invalidType', { field: 'opFee' })

  const isClosed = (attempt: Replaced) => isClosedBy(attempt, operation, kind)
  const { standing, freeUsed, replaced } = await standingFor(ctx, input.sendSessionId, isClosed)
  const rows = await listFeeRows(ctx.db.pool, standing.at)
  const asked = { operation, freeUsed }
  const quote = input.everything
    ? quoteEverything(rows, { ...asked, balanceCents: BigInt(input.amount) })
    : quoteFee(rows, { ...asked, amountCents: BigInt(input.amount) })
  const { tier } = ctx.user
  const rules = [
    ...(await unprovedRows(ctx, standing, operation, input)),
    ...coolingRows(standing.cooling, tier),
    ...rulesOfTier(standing.rules, tier),
    ...closedRows(standing.rules, operations, tier),
  ]
  const deciding = decidingRow(rules, operations, standing.usage, standing.balanceCents)
  const isExceeded = deciding !== null && quote.amountCents > deciding.leftCents
  const passes = isExceeded
    ? await whenPasses(ctx, deciding, { rules, operations, amountCents: quote.amountCents, replaced }, standing)
    : null
  const cheaperAtCents = possibleHint(rows, quote, {
    ...asked,
    leftCents: deciding && deciding.leftCents,
    // Only a withdrawal has a fee that the balance pays.
    balanceCents: isWithdrawn(operation) ? standing.availableCents : null,
  })
  return {
    ...quoteAnswer(quote),
    LimitExceeded: isExceeded,
    tier,
    limit: deciding && { ...limitRowAnswer(deciding), ...passesAnswer(passes ?? PASSES_NOW) },
    arrives: operation === 'bank' ? expectedDays(batchDayOf(standing.at, ctx.config.achRelease.cutoff)) : null,
    hint: cheaperAtCents === null ? null : { cheaperAtCents: Number(cheaperAtCents) },
  }
}
