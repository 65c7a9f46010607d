/** Keeps what was looked at, under the lock of the person, with the rewards that it comes to and their places in the line. */
import type { RewardReason } from '@puente/contract'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { countFacts } from './counting-rules.ts'
import { joinLine, setAlarm } from './line-store.ts'
import { type Programmes, rulesAt } from './programme-store.ts'
import type { Against, Fact } from './reward-rules.ts'
import { lockCounter, saveFacts, saveRewards, saveShareDue } from './counter-store.ts'

declare module '#platform/events.ts' {
  interface Events {
    /** A reward that somebody might have expected is not paid. */
    'reward.refused': { ownerId: string; id: string }
  }
}

export type Recording = Pick<Services, 'clock' | 'db' | 'events' | 'jobs' | 'live'>

export type Looked = {
  fresh?: readonly Fact[]
  undone?: ReadonlyMap<string, RewardReason>
  verified?: ReadonlySet<string>
  businesses?: ReadonlySet<string>
  against?: ReadonlyMap<string, Against>
}

/** Safe to repeat: what was looked at before stays as it was decided. */
export const recordFacts = async (
  services: Recording,
  programmes: Programmes,
  ownerId: string,
  { fresh = [], undone = new Map(), verified = new Set(), businesses = new Set(), against = new Map() }: Looked,
): Promise<void> =>
  transaction(services.db, 'count rewards', async (trx) => {
    const now = services.clock.now()
    const ids = [...fresh.map(({ factId }) => factId), ...undone.keys()]
    const counter = await lockCounter(trx, ownerId, { now, ids, friendIds: [...verified, ...against.keys()] })
    const counted = countFacts(counter, {
      fresh,
      undone,
      verified,
      businesses,
      against,
      now,
      rulesAt: (at) => rulesAt(programmes, at),
      newId,
    })
    const { facts, rewards, earned, takenBack } = counted
    await saveFacts(trx, ownerId, facts)
    await saveRewards(trx, ownerId, rewards)
    if (counted.shareDue !== counter.shareDue) await saveShareDue(trx, ownerId, counted.shareDue)
    await setAlarm(trx, ownerId, counted.nextAt)
    const line = [
      ...earned.map(({ rewardId, earnedAt }) => ({ ownerId, rewardId, earnedAt, act: 'pay' as const })),
      ...takenBack.map(({ rewardId, earnedAt }) => ({ ownerId, rewardId, earnedAt, act: 'takeBack' as const })),
    ]
    await joinLine(trx, line, now)
    if (line.length > 0) await services.jobs.add(trx, { task: 'rewards.post', payload: {}, key: 'rewards.post' })
    const before = new Set(counter.facts.map(({ rule, factId, state }) => `${rule}/${factId}/${state}`))
    const isNews = facts.some(({ rule, factId, state }) => !before.has(`${rule}/${factId}/${state}`))
    if (isNews || rewards.length > 0) await services.live.publish(trx, { ownerId, event: 'rewards', data: {} })
    const isTold = (fact: Fact): boolean => fact.rule === 'verification' && fact.state === 'refused'
    const refused = [
      ...rewards.filter(({ state }) => state === 'refused').map(({ rewardId }) => rewardId),
      ...facts
        .filter((fact) => isTold(fact) && !before.has(`${fact.rule}/${fact.factId}/refused`))
        .map(({ factId }) => factId),
    ]
    if (refused.length > 0)
      await services.events.record(
        trx,
        ...refused.map((id) => ({ event: 'reward.refused' as const, data: { ownerId, id } })),
      )
  })
