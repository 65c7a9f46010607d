import { hash } from 'node:crypto'
import { type Input, SCHEDULE_MAXIMUM_DAYS } from '@puente/contract'
import { type Person, requireContacts, requireOpen, requireTerms, requireTier } from '#features/accounts/index.ts'
import { isBlockedBetween } from '#features/contacts/index.ts'
import { OPERATION_GROUPS, requireWithinSingle } from '#features/limits/index.ts'
import { requireRecipient } from '#features/payments/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { canonicalJson, knownTimeZone } from '#platform/http/requests.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { StepUpCtx } from '#platform/http/step-up.ts'
import { newId } from '#platform/ids.ts'
import type { Schedule } from './schedule.ts'
import { begun, occurrenceAt } from './schedule-rules.ts'

type Asked = Input<'createSchedule'>

const DAY_MS = 86_400_000
/** How long ago a start may be by the time that it is read: it was to be at once. */
const UNDER_WAY_MS = 10 * 60_000

const unfit = (field: string): Refusal => new Refusal('invalidRequest', { field, reason: field })

/** Whoever asks for money needs less than whoever sends it. */
const requireStanding = ({ user }: StepUpCtx, { call }: Asked): void => {
  requireOpen(user)
  requireContacts(user)
  if (call !== 'sendInApp') return
  requireTerms(user)
  requireTier(user, 1)
}

const requireNote = ({ call, note = '', purpose }: Asked): void => {
  if (note === '' && (call === 'createRequest' || purpose === 'goods'))
    throw new Refusal('invalidNote', { field: 'note' })
}

const requireEnd = ({ every, until, count }: Asked): void => {
  if (until !== undefined && (every === 'once' || count !== undefined)) throw unfit('until')
  if (count !== undefined && every === 'once') throw unfit('count')
}

/** What is to be scheduled, before anything is written: every reason against it is found here. */
export const planSchedule = async (ctx: StepUpCtx, input: Asked) => {
  requireStanding(ctx, input)
  requireNote(input)
  requireEnd(input)
  const timeZone = knownTimeZone(input.timeZone)
  if (timeZone === null) throw unfit('timeZone')
  const at = await databaseNow(ctx.db, ctx.clock)
  const startAt = new Date(input.start)
  const aheadMs = startAt.getTime() - at.getTime()
  if (!(aheadMs >= -UNDER_WAY_MS && aheadMs <= SCHEDULE_MAXIMUM_DAYS * DAY_MS)) throw unfit('start')
  const payee = await requireRecipient(ctx, input.toUser)
  if (await isBlockedBetween(ctx.db, ctx.user.id, payee.id)) throw new Refusal('invalidUser')
  const amountCents = BigInt(input.amount)
  if (input.call === 'sendInApp') await requireWithinSingle(ctx, OPERATION_GROUPS['in-app'].send, amountCents)
  const plan = {
    startAt,
    timeZone,
    every: input.every,
    untilDay: input.until ?? null,
    maxRuns: input.count ?? null,
  }
  if (occurrenceAt(plan, 0) === null) throw unfit('until')
  const schedule: Schedule = {
    ownerId: ctx.user.id,
    scheduleId: newId(),
    ...plan,
    call: input.call,
    payeeId: payee.id,
    amountCents,
    note: input.note ?? '',
    purpose: input.purpose ?? 'personal',
    ...begun(startAt, at),
    provedAt: ctx.config.secondFactor === 'off' ? null : ctx.clock.now(),
    version: 1,
    createdAt: at,
  }
  return { schedule, payee, requestHash: hash('sha256', canonicalJson({ ...input, toUser: payee.id })) }
}

/** What the proof is asked for, for people to read. */
export const shownOf = (schedule: Schedule, payee: Person) =>
  schedule.call === 'sendInApp'
    ? {
        payee: payee.fullName,
        amount: Number(schedule.amountCents),
        currency: 'USD',
        totalCharge: Number(schedule.amountCents),
      }
    : undefined
