/**
 * Six months as a plan: the habits of everybody, in the order of time, with the top-ups that make them possible. The same
 * end gives the same plan, so that a run that was cut off goes on with it step by step.
 */
import { memberOf, TIER_OF } from './cast.ts'
import type { Role } from './cast.ts'
import { dice } from './dice.ts'
import { HABITS } from './habits.ts'
import type { Day, Wish } from './habits.ts'

/** One thing done at one moment. `name` is the same in every run. A deposit is `begun`, then `paid` or `givenUp`. */
export type Step = { name: string; at: Date } & (
  | { kind: 'send'; from: Role; to: Role; cents: number; note: string; purpose: 'personal' | 'goods' }
  | { kind: 'begun'; by: Role; cents: number }
  | { kind: 'paid' | 'givenUp'; by: Role; of: string }
)

const SEED = 20_260
const DAYS = 182
const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
/** Los Angeles in summer; in winter everyone is an hour early, which does no harm. */
const ZONE_MS = -7 * 60 * MINUTE_MS
/** Nothing happens in the last minutes, so that the story is over by the time it has been written. */
const QUIET_MS = 20 * MINUTE_MS
/** From opening an account, through the review, to using it. */
const SETTLING_IN_DAYS = 2
/** What a person pays for leaves this much behind. */
const RESERVE_CENTS = 8_00
const TOP_UP_STEP_CENTS = 50_00

const dayOf = (until: Date, ago: number): Day => {
  const midnight = Math.floor((until.getTime() + ZONE_MS) / DAY_MS) * DAY_MS - ago * DAY_MS
  const date = new Date(midnight)
  return {
    ago,
    iso: date.toISOString().slice(0, 10),
    dayOfMonth: date.getUTCDate(),
    weekday: date.getUTCDay(),
    at: (hour, minute, second) => new Date(midnight - ZONE_MS + (hour * 60 + minute) * MINUTE_MS + second * 1000),
  }
}

const involved = (wish: Wish): Role[] => ('topUp' in wish ? [wish.topUp] : [wish.from, wish.to])

const wishesUntil = (until: Date): Wish[] => {
  const chance = dice(SEED)
  const end = until.getTime() - QUIET_MS
  const days = Array.from({ length: DAYS + 1 }, (_, index) => dayOf(until, DAYS - index))
  const isThere = (role: Role, { at }: Wish): boolean =>
    at.getTime() > until.getTime() - (memberOf(role).joinedDaysAgo - SETTLING_IN_DAYS) * DAY_MS
  return days
    .flatMap((day) => HABITS.flatMap((habit) => habit(day, chance)))
    .filter((wish) => wish.at.getTime() < end && involved(wish).every((role) => isThere(role, wish)))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

type Plan = { steps: Step[]; balances: Map<Role, number> }

const balanceOf = ({ balances }: Plan, role: Role): number => balances.get(role) ?? 0
const change = (plan: Plan, role: Role, cents: number): void =>
  void plan.balances.set(role, balanceOf(plan, role) + cents)

const addTopUp = (plan: Plan, by: Role, cents: number, at: Date, isGivenUp = false): void => {
  const name = `step-${plan.steps.length}`
  plan.steps.push({ name, at, kind: 'begun', by, cents })
  const end = { name: `${name}-end`, at: later(at, 90_000), by, of: name }
  plan.steps.push({ ...end, kind: isGivenUp ? 'givenUp' : 'paid' })
  if (!isGivenUp) change(plan, by, cents)
}

const addSend = (plan: Plan, wish: Extract<Wish, { from: Role }>): void => {
  const { at, from, to, cents, note, purpose, must } = wish
  const short = cents + RESERVE_CENTS - balanceOf(plan, from)
  if (short > 0 && !must) return
  // People top up in advance, and a top-up takes a minute and a half.
  if (short > 0)
    addTopUp(plan, from, Math.ceil(short / TOP_UP_STEP_CENTS) * TOP_UP_STEP_CENTS, later(at, -12 * MINUTE_MS))
  plan.steps.push({ name: `step-${plan.steps.length}`, at, kind: 'send', from, to, cents, note, purpose })
  change(plan, from, -cents)
  // What waits for an identity check is not the receiver's yet; who has passed it gets everything at once.
  if (TIER_OF[memberOf(to).standing] >= 1) change(plan, to, cents)
}

/** All steps that lie before `until`, in the order of time. */
export const planStory = (until: Date): Step[] => {
  const plan: Plan = { steps: [], balances: new Map() }
  for (const wish of wishesUntil(until)) {
    if ('topUp' in wish) addTopUp(plan, wish.topUp, wish.cents, wish.at, wish.isGivenUp)
    else addSend(plan, wish)
  }
  return plan.steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
