/** What tests of rewards do over and over. */
import type { Output } from '@puente/contract'
import type { MovementDraft } from '#features/wallet/index.ts'
import { forMovements, newReference } from '#features/wallet/index.ts'
import { catchUp } from '#features/rewards/follow-rewards.ts'
import { postLine } from '#features/rewards/post-line.ts'
import { isFederalHoliday, newYorkTime } from '#platform/calendar/bank-days-rules.ts'
import { newId } from '#platform/ids.ts'
import type { TestApp } from './app.ts'
import { aVerifiedUser, signedIn, type TestUser, type UserOptions, withBalance } from './factories.ts'

export const rewardsIn = (app: TestApp) => {
  const as = async (user: Pick<TestUser, 'id'>) => ({ headers: await signedIn(app.services, user) })
  /** Everything that is new is counted, and everything that is due is posted. */
  const settle = async (): Promise<void> => {
    await catchUp(app.services)
    await app.runJobs()
    await catchUp(app.services)
    await postLine(app.services)
  }
  const settleWith = async (...more: (() => Promise<unknown>)[]): Promise<void> => {
    await Promise.all(more.map((one) => one()))
    await settle()
  }
  return {
    as,
    settle,
    settleWith,
    /** What a reward that doubles is today. */
    today: (cents: number): number => (isFederalHoliday(newYorkTime(app.clock.now()).day) ? 2 * cents : cents),
    someone: async (cents = 0, options: UserOptions = {}): Promise<TestUser> => {
      const user = await aVerifiedUser(app.services, options)
      if (cents > 0) await withBalance(app.services, user, cents)
      return user
    },
    send: async (from: TestUser, to: TestUser, amount: number) =>
      (
        await app.call('sendInApp', { currency: 'USD', toUser: to.userId, amount, note: '' } as never, {
          key: newId(),
          ...(await as(from)),
        })
      ).data.transactionId,
    /** A movement that is completed, posted as its slice would, without the way there. Answers with its bare id. */
    complete: async (
      user: TestUser,
      draft: Partial<MovementDraft> & Pick<MovementDraft, 'type' | 'method' | 'direction'>,
    ) => {
      const movementId = newId()
      const amountCents = draft.amountCents ?? 50_00n
      const feeCents = draft.feeCents ?? 0n
      const outcome = await app.services.ledger.post({
        ownerId: user.id,
        key: `test-${movementId}`,
        requestHash: movementId,
        kind: 'test.movement',
        transferId: movementId,
        legs: [
          { ...app.services.ledger.house('settlement:test', user.id), amountCents: -amountCents },
          { ownerId: user.id, account: 'wallet', amountCents },
        ],
        participants: forMovements({
          write: () => [
            {
              isPosted: true,
              insert: {
                ownerId: user.id,
                movementId,
                state: 'COMPLETED',
                counterpart: null,
                note: '',
                reference: newReference(),
                ...draft,
                amountCents,
                feeCents,
                scheduledFeeCents: draft.scheduledFeeCents ?? feeCents,
              },
            },
          ],
        }),
      })
      if (!outcome.accepted) throw new Error(outcome.refusal.code)
      return movementId
    },
    counterpart: ({ id, fullName, handle }: TestUser) => ({
      ownerId: id,
      name: fullName,
      handle,
      imageFileId: null,
      isBusiness: false,
    }),
    summaryOf: async (user: TestUser): Promise<Output<'rewardsSummary'>> =>
      (await app.call('rewardsSummary', undefined, await as(user))).data,
    historyOf: async (user: TestUser) =>
      (await app.call('rewardsHistory', { limit: '100' } as never, await as(user))).data.items,
    referralOf: async (user: TestUser) => (await app.call('rewardsReferral', undefined, await as(user))).data,
    /** The sum of the person's entries that are rewards, as the ledger has them. */
    entriesOf: async (user: TestUser): Promise<number> => {
      const { rows } = await app.services.db.pool.query<{ cents: string }>(
        `select coalesce(sum(amount_cents), 0) as cents from entries where owner_id = $1 and account = 'wallet' and kind in ('reward', 'referral')`,
        [user.id],
      )
      return Number(rows[0]?.cents)
    },
    balanceOf: async (user: TestUser): Promise<number> =>
      Number((await app.services.ledger.balance({ ownerId: user.id, account: 'wallet' })).balanceCents),
    /** Brought by somebody, as signing up with their link leaves it. */
    invite: async (friend: TestUser, referrer: TestUser): Promise<void> => {
      await app.services.db
        .updateTable('users')
        .set({ referred_by: referrer.id })
        .where('owner_id', '=', friend.id)
        .execute()
    },
  }
}
