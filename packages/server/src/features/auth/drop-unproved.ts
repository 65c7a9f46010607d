/**
 * Anybody can open an account with somebody else's address. What they add before its owner proves it is not the owner's:
 * their own phone above all, with which they would come back in. When the owner proves the address it goes, and the owner
 * is told.
 */
import type { Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { Account, AccountChange } from './account-store.ts'
import { deleteAcceptances, updateAccountRow } from './account-store.ts'
import { claimOf, releaseClaim } from './claims-store.ts'
import { endCodes } from './codes-store.ts'
import { mailToOwner } from './mail-to-owner.ts'

const hasMore = ({ phone, birthday, address, nationality, termsVersion, nameBirthAt }: Account): boolean =>
  [phone, birthday, address, nationality, termsVersion, nameBirthAt].some((part) => part !== null)

const EMPTY = {
  phone: null,
  phoneVerifiedAt: null,
  birthday: null,
  birthdayChanges: 0,
  address: null,
  nationality: null,
  nameBirthAt: null,
  fullNameChanges: 0,
  terms: null,
} as const satisfies AccountChange

/**
 * Takes back what was added to an account whose address nobody has proved so far: phone and its claim, open codes, birthday,
 * nationality, address and consent. With `referrer` also who is to be paid for the sign-up. The name stays, since an
 * account needs one, and both of its changes are free again. Nothing is said where nothing was added.
 */
export const dropUnproved = async (
  services: Pick<Services, 'clock' | 'config' | 'jobs' | 'keys'>,
  trx: Trx,
  account: Account,
  { referrer }: { referrer: boolean },
): Promise<void> => {
  const { id, phone, phoneVerified } = account
  const at = services.clock.now()
  const change = referrer ? { ...EMPTY, referredBy: null } : EMPTY
  await updateAccountRow(trx, services.keys, id, change, at)
  await deleteAcceptances(trx, id)
  await endCodes(trx, id, 'phone', at)
  if (phone !== null && phoneVerified) await releaseClaim(trx, 'phone', claimOf(services.keys, 'phone', phone), id)
  if (!hasMore(account)) return
  const link = `${services.config.publicUrl}/sign-in`
  // Not by name: that one was given by whoever opened the account.
  await services.jobs.add(
    trx,
    mailToOwner(services, account, { template: 'startedAfresh', ref: newId(), params: { link } }),
  )
}
