/**
 * Posts what is in the line, in its order. An empty budget stops the line: what comes behind waits too, however small it is. What waits
 * for its owner alone steps aside and holds up nobody.
 */
import type { Outcome } from '@puente/ledger'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { JobRun } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { type Counting, countRipe } from './count-movements.ts'
import { fundBudget } from './fund-budget.ts'
import { type InLine, leaveLine, listDue, listRung, putOff } from './line-store.ts'
import { postReward } from './post-reward.ts'
import { programmeAt, readProgrammes } from './programme-store.ts'
import { markWaiting } from './rewards-store.ts'

/** In one run; what is left comes with the next, a minute later. */
const RUN_LIMIT = 200
/** Until somebody who is not verified, or restricted, is looked at again without having been heard of. */
const ASIDE_MS = 6 * 3_600_000

export type Posting = Counting & Pick<Services, 'ledger' | 'log'>

/** Says of all that waits that it waits for the budget; screens follow. */
const holdUp = (services: Posting, items: readonly InLine[]): Promise<void> =>
  transaction(services.db, 'wait for the budget of the rewards', async (trx) => {
    for (const { ownerId, rewardId } of items)
      if (await markWaiting(trx, ownerId, rewardId))
        await services.live.publish(trx, { ownerId, event: 'rewards', data: {} })
  })

/** What became of one in the line: it has left it, stepped aside, or holds up all that follow. */
const after = async (
  services: Posting,
  item: InLine,
  outcome: Outcome,
  at: Date,
): Promise<'left' | 'aside' | 'stop'> => {
  if (outcome.accepted) {
    // Written with the money; done again where an earlier try was not told of its commit.
    if (outcome.replayed) await leaveLine(services.db, item)
    return 'left'
  }
  switch (outcome.refusal.code) {
    case 'senderUnsufficientFunds':
    case 'serviceUnavailable':
      return 'stop'
    case 'accountRestricted':
    case 'kycRequired':
      await putOff(services.db, item, new Date(at.getTime() + ASIDE_MS))
      return 'aside'
    default:
      // Refused, paid or taken back meanwhile.
      await leaveLine(services.db, item)
      return 'left'
  }
}

const postAll = async (
  services: Posting,
  act: InLine['act'],
  at: Date,
  run?: Pick<JobRun, 'signal'>,
): Promise<void> => {
  const items = await listDue(services.db, act, at, RUN_LIMIT)
  for (const [n, item] of items.entries()) {
    if (run?.signal?.aborted) return
    const outcome = await postReward(services, item)
    if ((await after(services, item, outcome, at)) !== 'stop') continue
    if (!outcome.accepted && outcome.refusal.code === 'senderUnsufficientFunds') {
      services.log.warn({ component: 'rewards' }, 'the budget of the rewards is empty')
      await holdUp(services, items.slice(n))
    }
    return
  }
}

/** Counts what is ripe, books the budget, takes back what came back and pays what is due. While money is frozen all of it waits. */
export const postLine = async (services: Posting, run?: Pick<JobRun, 'signal'>): Promise<void> => {
  await services.ledger.requireNotFrozen()
  const at = await databaseNow(services.db, services.clock)
  for (const ownerId of await listRung(services.db, at, RUN_LIMIT)) await countRipe(services, ownerId)
  const programmes = await readProgrammes(services.db)
  if (programmeAt(programmes, at).isOn) await fundBudget(services, programmes, at)
  // What has just been earned is due as well.
  const due = await databaseNow(services.db, services.clock)
  await postAll(services, 'takeBack', due, run)
  await postAll(services, 'pay', due, run)
}
