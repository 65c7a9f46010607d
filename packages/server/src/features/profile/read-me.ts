import { fileId, type Output, userId } from '@puente/contract'
import { type Account, areTextsStopped, getAccount, listFreezes, termsAccepted } from '#features/accounts/index.ts'
import { kycOf, listItems } from '#features/kyc/index.ts'
import { debtOut, readDebt } from '#features/limits/index.ts'
import { findBalance } from '#platform/wallet-balance.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { businessOut } from './business-out.ts'
import { preferencesOf } from './preferences.ts'
import { changesLeft, channelsOff } from './profile-rules.ts'

/** Where the person's picture is served; null while there is none. */
export const imageUrl = ({ imageFileId }: Pick<Account, 'imageFileId'>): string | null =>
  imageFileId === null ? null : `/api/files/${fileId(imageFileId)}`

/** The signed-in user as the screens know them. */
export const readMe = async (ctx: UserCtx): Promise<Output<'me'>> => {
  // First of all: what commits while the rest is read is then told by the stream once more, instead of never.
  const lastEventId = await ctx.live.last(ctx.user.id)
  const [person, balance, items, freezes, debt] = await Promise.all([
    getAccount(ctx.db, ctx.keys, ctx.user.id),
    findBalance(ctx.ledger, ctx.user.id),
    listItems(ctx.db, ctx.user.id),
    listFreezes(ctx.db, ctx.user.id),
    readDebt(ctx.db.pool, ctx.user.id),
  ])
  return {
    userID: userId(person.id),
    email: person.email,
    emailVerified: person.emailVerified,
    emailReturned: person.emailReturnedAt !== null,
    userName: person.fullName,
    fullName: person.fullName,
    publicTransactionId: person.handle,
    phone: person.phone,
    phoneVerified: person.phoneVerified,
    textsStopped: areTextsStopped(person, ctx.clock.now()),
    address: person.address,
    birthday: person.birthday,
    nationality: person.nationality,
    imgUrl: imageUrl(person),
    lang: person.lang,
    business: person.isBusiness,
    businessProfile: businessOut(person),
    termsAccepted: termsAccepted(person),
    tCAccepted: termsAccepted(person),
    wallet: { USD: Number(balance?.availableCents ?? 0n) },
    held: { USD: Number(balance?.heldCents ?? 0n) },
    ...debtOut(debt),
    notifications: channelsOff(person.noticesSwitched),
    hideBalance: person.hideBalance,
    preferences: preferencesOf(person),
    changesLeft: changesLeft({ ...person, isUnderReview: items.some(({ status }) => status === 'inReview') }),
    KYC: kycOf(items, person),
    status: person.status,
    freezes: freezes.map(({ cause, publicReason, frozenAt }) => ({
      cause,
      publicReason,
      since: frozenAt.toISOString(),
    })),
    createdAt: person.createdAt.toISOString(),
    lastEventId,
  }
}
