/**
 * Anyone can open an account with another person's address. What they add before the owner proves the address is not
 * the owner's: above all their own phone, with which they could get back in. When the owner proves the address, all of
 * it goes, and the owner gets a mail about it.
 */
import type { Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { Account, AccountChange } from '#features/accounts/index.ts'
import {
  deleteAcceptances,
  deleteIdentities,
  updateAccount,
  updateAccountRow,
  setTier,
  claimOf,
  releaseClaim,
  mailToOwner,
} from '#features/accounts/index.ts'
import { dropFactors } from '#features/factors/index.ts'
import { endCodes } from './codes-store.ts'

declare module '#platform/events.ts' {
  interface Events {
    /** The owner of the address took the account back from the stranger who had opened it; `before` is when, in ISO. */
    'account.reclaimed': { ownerId: string; before: string }
  }
}

const hasMore = ({ phone, birthday, address, nationality, business, termsVersion, nameBirthAt }: Account): boolean =>
  [phone, birthday, address, nationality, business, termsVersion, nameBirthAt].some((part) => part !== null)

const EMPTY = {
  phone: null,
  phoneVerifiedAt: null,
  birthday: null,
  birthdayChanges: 0,
  address: null,
  nationality: null,
  business: null,
  nameBirthAt: null,
  fullNameChanges: 0,
  handleChanges: 0,
  terms: null,
  undoMinutes: 0,
  noticesSwitched: {},
} as const satisfies AccountChange

/** From here on the account is its owner's alone: what was arranged in it before ends or is hidden from them (decision 16). */
export const reclaim = async (
  services: Pick<Services, 'events' | 'keys'>,
  trx: Trx,
  ownerId: string,
  at: Date,
): Promise<void> => {
  await updateAccountRow(trx, services.keys, ownerId, { reclaimedAt: at }, at)
  await services.events.record(trx, { event: 'account.reclaimed', data: { ownerId, before: at.toISOString() } })
}

type Dropping = Pick<Services, 'clock' | 'config' | 'jobs' | 'keys' | 'live'>

const clear = async (services: Dropping, trx: Trx, account: Account, referrer: boolean): Promise<void> => {
  const { id, phone, phoneVerified } = account
  const at = services.clock.now()
  const change = referrer ? { ...EMPTY, referredBy: null } : EMPTY
  await updateAccount(services, trx, id, change, [])
  await deleteAcceptances(trx, id)
  // Another way in that a stranger may have added.
  await deleteIdentities(trx, id)
  for (const purpose of ['phone', 'phoneChange', 'emailChange'] as const) await endCodes(trx, id, purpose, at)
  await dropFactors(trx, id, at)
  if (phone !== null && phoneVerified) await releaseClaim(trx, 'phone', claimOf(services.keys, 'phone', phone), id)
}

/**
 * Removes what was added to an account while its address was unproved: phone and its claim, open codes, birthday,
 * nationality, address, consent, details of the business, factors and social sign-ins, how long a payment can be undone and which notices
 * are on. With `referrer` also who is to be paid for the sign-up. The name stays, since an
 * account needs one, and the changes of name and handle are free again. The mail says what went, or, where nothing had been added,
 * only that the address was confirmed elsewhere.
 */
export const dropUnproved = async (
  services: Dropping,
  trx: Trx,
  account: Account,
  { referrer }: { referrer: boolean },
): Promise<void> => {
  await clear(services, trx, account, referrer)
  const template = hasMore(account) ? 'startedAfresh' : 'confirmedElsewhere'
  const link = `${services.config.publicUrl}/${template === 'startedAfresh' ? 'sign-in' : 'reset-password'}`
  // Not by name: that may be a stranger's choice.
  await services.jobs.add(trx, mailToOwner(services, account, { template, ref: newId(), params: { link } }))
}

/** The same by the first reset after the address was proved elsewhere, together with the tier: the stranger may have a phone and an identity by then. */
export const dropOpeners = async (services: Dropping, trx: Trx, account: Account): Promise<void> => {
  await clear(services, trx, account, true)
  await setTier(services, trx, account.id, -1)
  if (!hasMore(account)) return
  const link = `${services.config.publicUrl}/sign-in`
  const unnamed = { ...account, emailVerified: false }
  await services.jobs.add(
    trx,
    mailToOwner(services, unnamed, { template: 'clearedByReset', ref: newId(), params: { link } }),
  )
}
