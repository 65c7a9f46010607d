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
 * nationality, address and consent. With `referrer` also who is to be paid for the sign-up. The name stays, since an
 * account needs one, and both of its changes are free again. The mail says what went, or, where nothing had been added,
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

/**
 * The same by the first reset after the address was proved elsewhere, together with the identity check, the tier that came of
 * it, and whatever else moves money or has a say in it: decision 16 lists it. Balance and transactions stay: they belong to the
 * account, not to the person who opened it.
 */
export const dropOpeners = async (
  services: Dropping & Pick<Services, 'events'>,
  trx: Trx,
  account: Account,
): Promise<void> => {
  await clear(services, trx, account, true)
  const at = services.clock.now()
  await setTier(services, trx, account.id, -1)
  await updateAccountRow(trx, services.keys, account.id, { reclaimedAt: at }, at)
  const data = { ownerId: account.id, before: at.toISOString() }
  await services.events.record(trx, { event: 'account.reclaimed', data })
  if (!hasMore(account)) return
  const link = `${services.config.publicUrl}/sign-in`
  const unnamed = { ...account, emailVerified: false }
  await services.jobs.add(
    trx,
    mailToOwner(services, unnamed, { template: 'clearedByReset', ref: newId(), params: { link } }),
  )
}
