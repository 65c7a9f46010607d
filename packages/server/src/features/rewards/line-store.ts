/** What is to be posted, in the order in which it was earned, and whose facts are to be looked at again. */
import { type Statement, texts, uuids, type Write } from '@puente/ledger'
import type { Db, Trx } from '#platform/db/database.ts'

export type Act = 'pay' | 'takeBack'
export type InLine = { ownerId: string; rewardId: string; act: Act; earnedAt: Date }

export const joinLine = async (trx: Trx, items: readonly InLine[], dueAt: Date): Promise<void> => {
  if (items.length === 0) return
  await trx
    .insertInto('reward_line')
    .values(
      items.map(({ ownerId, rewardId, act, earnedAt }) => ({
        owner_id: ownerId,
        reward_id: rewardId,
        act,
        earned_at: earnedAt,
        due_at: dueAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const leave: Statement = {
  name: 'rewards.leave_line',
  text: `
delete from reward_line using unnest($1::uuid[], $2::text[]) as gone (reward_id, act)
 where reward_line.reward_id = gone.reward_id and reward_line.act = gone.act`,
}

export const leaveWrites = (items: readonly Pick<InLine, 'rewardId' | 'act'>[]): Write[] =>
  items.length === 0
    ? []
    : [
        {
          statement: leave,
          values: [uuids(items.map(({ rewardId }) => rewardId)), texts(items.map(({ act }) => act))],
        },
      ]

export const leaveLine = async (db: Db, { rewardId, act }: Pick<InLine, 'rewardId' | 'act'>): Promise<void> => {
  await db.deleteFrom('reward_line').where('reward_id', '=', rewardId).where('act', '=', act).execute()
}

/** What is due, the longest earned first. */
export const listDue = async (db: Db, act: Act, at: Date, limit: number): Promise<InLine[]> => {
  const rows = await db
    .selectFrom('reward_line')
    .select(['owner_id', 'reward_id', 'earned_at'])
    .where('act', '=', act)
    .where('due_at', '<=', at)
    .orderBy('earned_at')
    .orderBy('reward_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ownerId: row.owner_id, rewardId: row.reward_id, act, earnedAt: row.earned_at }))
}

/** Something about its owner is in the way: it is looked at again later, and keeps its place. */
export const putOff = async (
  db: Db,
  { rewardId, act }: Pick<InLine, 'rewardId' | 'act'>,
  dueAt: Date,
): Promise<void> => {
  await db
    .updateTable('reward_line')
    .set({ due_at: dueAt })
    .where('reward_id', '=', rewardId)
    .where('act', '=', act)
    .execute()
}

/** What was in the way of this person's rewards is gone. */
export const putForward = async (db: Db, ownerId: string, dueAt: Date): Promise<void> => {
  await db.updateTable('reward_line').set({ due_at: dueAt }).where('owner_id', '=', ownerId).execute()
}

/** Sets when a person's facts are looked at next; null for not before something happens. */
export const setAlarm = async (trx: Trx, ownerId: string, at: Date | null): Promise<void> => {
  if (at === null) await trx.deleteFrom('reward_alarms').where('owner_id', '=', ownerId).execute()
  else
    await trx
      .insertInto('reward_alarms')
      .values({ owner_id: ownerId, at })
      .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ at }))
      .execute()
}

export const listRung = async (db: Db, at: Date, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('reward_alarms')
    .select('owner_id')
    .where('at', '<=', at)
    .orderBy('at')
    .limit(limit)
    .execute()
  return rows.map(({ owner_id }) => owner_id)
}
