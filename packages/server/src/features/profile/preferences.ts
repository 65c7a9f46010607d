import {
  DASHBOARD_CARDS,
  type DashboardCard,
  type Input,
  languageOf,
  type Output,
  STORED_LANGUAGES,
} from '@puente/contract'
import {
  type Account,
  type AccountChange,
  getAccount,
  lockAccount,
  requireSureOwner,
  updateAccount,
} from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'

/** Every card once: as arranged, and then those that came with later versions. */
const allCards = (arranged: readonly DashboardCard[]): DashboardCard[] => [
  ...arranged.filter(({ card }) => DASHBOARD_CARDS.includes(card)),
  ...DASHBOARD_CARDS.filter((card) => arranged.every((one) => one.card !== card)).map((card) => ({
    card,
    shown: true,
  })),
]

export const preferencesOf = ({
  hideBalance,
  theme,
  dashboard,
  showsTour,
  countsUsage,
  undoMinutes,
}: Pick<
  Account,
  'hideBalance' | 'theme' | 'dashboard' | 'showsTour' | 'countsUsage' | 'undoMinutes'
>): Output<'preferences'> => ({
  hideBalance,
  theme,
  dashboard: allCards(dashboard ?? []),
  transactionsTutorial: showsTour,
  analytics: countsUsage,
  undoMinutes,
})

/** How the person wants their screens, on whatever device. */
export const readPreferences = async (ctx: UserCtx): Promise<Output<'preferences'>> =>
  preferencesOf(await getAccount(ctx.db, ctx.keys, ctx.user.id))

const changeOf = ({ lang, transactionsTutorial, analytics, ...same }: Input<'changePreferences'>): AccountChange => ({
  ...same,
  ...(lang === undefined ? {} : { lang: STORED_LANGUAGES[languageOf(lang) ?? 'en'] }),
  ...(transactionsTutorial === undefined ? {} : { showsTour: transactionsTutorial }),
  ...(analytics === undefined ? {} : { countsUsage: analytics }),
})

/**
 * Changes what is given and leaves the rest; the person's other screens follow. How long a payment can be undone protects money, so it
 * stays while it is in doubt whose the account is.
 */
export const changePreferences = async (
  ctx: UserCtx,
  asked: Input<'changePreferences'>,
): Promise<Output<'changePreferences'>> => {
  const fields = Object.keys(asked)
  if (fields.length === 0) return readPreferences(ctx)
  return transaction(ctx.db, 'change preferences', async (trx) => {
    const before = await lockAccount(trx, ctx.keys, ctx.user.id)
    if (asked.undoMinutes !== undefined) await requireSureOwner(trx, ctx.user.id)
    const account = await updateAccount(ctx, trx, ctx.user.id, changeOf(asked), fields)
    if (account.lang !== before.lang)
      await ctx.events.record(trx, { event: 'profile.changed', data: { ownerId: account.id, fields: ['lang'] } })
    await audit(trx, {
      actor: { kind: 'user', id: account.id, sessionId: ctx.user.sessionId },
      action: 'preferences.changed',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
      details: { fields: fields.join(',') },
    })
    return preferencesOf(account)
  })
}
