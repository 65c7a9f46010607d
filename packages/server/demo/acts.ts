/**
 * The steps of the story as calls of the product: its verbs, where they call no provider, run at a time in the past. A
 * step's key is its name, so that repeating it does nothing.
 */
import { userId } from '@puente/contract'
import { activityRoutes } from '#features/activity/index.ts'
import { depositsRoutes } from '#features/deposits/index.ts'
import { transfersRoutes } from '#features/transfers/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Services } from '#platform/services.ts'
import type { Role } from './cast.ts'
import { ctxOf } from './demo-ctx.ts'
import { beginDeposit, completeDeposit } from './deposits.ts'
import type { Begun } from './deposits.ts'
import type { DemoClock } from './demo-clock.ts'
import type { People } from './make-people.ts'
import type { Step } from './story.ts'

/** The payment that is left open. */
const UNDER_WAY: { by: Role; cents: number; minutesAgo: number } = { by: 'minsu', cents: 80_00, minutesAgo: 4 }

/** An earlier run has given it up already. */
const isOver = (error: unknown): boolean => error instanceof Refusal && error.code === 'invalidTransactionId'

const giveUp = async (ctx: MoneyCtx, transactionId: Begun): Promise<void> => {
  try {
    await activityRoutes.cancelTransaction(ctx, { transactionId })
  } catch (error) {
    if (!isOver(error)) throw error
  }
}

/** Goes through the steps one after the other, each at its moment. */
export const act = async (services: Services, clock: DemoClock, people: People, steps: Step[]): Promise<void> => {
  const deposits = new Map<string, Begun>()
  const begunAs = (name: string): Begun => {
    const begun = deposits.get(name)
    if (!begun) throw new Error(`${name} was not begun`)
    return begun
  }
  for (const step of steps) {
    clock.moveTo(step.at)
    const ctx = ctxOf(services, people, step.kind === 'send' ? step.from : step.by, step.name)
    switch (step.kind) {
      case 'send': {
        const { to, cents, note, purpose } = step
        await transfersRoutes.sendInApp.onlyPosts(ctx, {
          toUser: userId(people.ids[to]),
          amount: cents,
          currency: 'USD',
          note,
          purpose,
        })
        break
      }
      case 'begun':
        deposits.set(step.name, await beginDeposit(ctx, BigInt(step.cents)))
        break
      case 'paid':
        await completeDeposit(ctx, step.name, begunAs(step.of))
        break
      case 'givenUp':
        await giveUp(ctx, begunAs(step.of))
    }
  }
}

/** A card payment of this very hour, begun with the provider: its page is open and can be paid. */
export const openOneDeposit = async (services: Services, clock: DemoClock, people: People): Promise<void> => {
  if (services.config.card === 'off') return
  clock.moveTo(new Date(Date.now() - UNDER_WAY.minutesAgo * 60_000))
  const ctx = ctxOf(services, people, UNDER_WAY.by, 'under-way')
  await depositsRoutes.startDeposit(ctx, { method: 'card', amount: UNDER_WAY.cents, currency: 'USD' })
}
