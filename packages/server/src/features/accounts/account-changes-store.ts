/** Opening an account, and what changes about a person afterwards: the one place where what is sealed about them is sealed. */
import { encryptField } from '#platform/crypto/field-encryption.ts'
import type { Trx } from '#platform/db/database.ts'
import type { Account } from './account-store.ts'
import { type FieldKeys, placeOf, type SealedColumn } from './sealed-columns.ts'

export type NewAccount = Pick<
  Account,
  'id' | 'email' | 'fullName' | 'handle' | 'isBusiness' | 'lang' | 'referralCode'
> & {
  /** Null for a person who came by social login. */
  passwordHash: string | null
  /** Bare uuid of the person who referred them. */
  referredBy: string | null
  at: Date
}

export const insertAccount = async (trx: Trx, account: NewAccount): Promise<void> => {
  const { id, email, fullName, handle, isBusiness, lang, referralCode, passwordHash, referredBy, at } = account
  const row = {
    owner_id: id,
    email,
    full_name: fullName,
    handle,
    is_business: isBusiness,
    lang,
    referral_code: referralCode,
    password_hash: passwordHash,
    password_changed_at: at,
    referred_by: referredBy,
    created_at: at,
    updated_at: at,
  }
  await trx.insertInto('users').values(row).execute()
}

/** What may be written about a person after sign-up; `null` clears. Counters are the caller's to raise. */
export type AccountChange = Partial<
  Pick<
    Account,
    | 'email'
    | 'fullName'
    | 'fullNameChanges'
    | 'business'
    | 'handle'
    | 'handleChanges'
    | 'lang'
    | 'phone'
    | 'phoneProvesAt'
    | 'birthday'
    | 'birthdayChanges'
    | 'address'
    | 'nationality'
    | 'imageFileId'
    | 'nameBirthAt'
    | 'status'
    | 'hideBalance'
    | 'theme'
    | 'dashboard'
    | 'showsTour'
    | 'undoMinutes'
    | 'noticesSwitched'
    | 'tier'
    | 'provedElsewhereAt'
    | 'reclaimedAt'
    | 'devicesForgottenAt'
    | 'emailReturnedAt'
    | 'phoneStoppedAt'
  >
> & {
  emailVerifiedAt?: Date
  phoneVerifiedAt?: Date | null
  terms?: { version: string; at: Date } | null
  referredBy?: null
  /** The answer to the question whether usage may be counted. */
  countsUsage?: boolean
}

const present = <T extends Record<string, unknown>>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T

export const updateAccountRow = async (
  trx: Trx,
  keys: FieldKeys,
  ownerId: string,
  change: AccountChange,
  at: Date,
): Promise<void> => {
  const sealed = (column: SealedColumn, text: string | null | undefined) =>
    text === undefined || text === null ? text : encryptField(keys.sealing, placeOf(ownerId, column), text)
  const row = {
    email: change.email,
    full_name: change.fullName,
    full_name_changes: change.fullNameChanges,
    business_name: change.business && change.business.name,
    ein_sealed: sealed('ein_sealed', change.business && change.business.ein),
    business_kind: change.business && change.business.kind,
    handle: change.handle,
    handle_changes: change.handleChanges,
    lang: change.lang,
    phone_sealed: sealed('phone_sealed', change.phone),
    birthday_sealed: sealed('birthday_sealed', change.birthday),
    birthday_changes: change.birthdayChanges,
    address_sealed: sealed('address_sealed', change.address && JSON.stringify(change.address)),
    nationality: change.nationality,
    image_file_id: change.imageFileId,
    name_birth_at: change.nameBirthAt,
    status: change.status,
    hide_balance: change.hideBalance,
    theme: change.theme,
    dashboard: change.dashboard && JSON.stringify(change.dashboard),
    shows_tour: change.showsTour,
    counts_usage: change.countsUsage,
    usage_asked: change.countsUsage === undefined ? undefined : true,
    undo_minutes: change.undoMinutes,
    notices_switched: change.noticesSwitched && JSON.stringify(change.noticesSwitched),
    tier: change.tier,
    proved_elsewhere_at: change.provedElsewhereAt,
    reclaimed_at: change.reclaimedAt,
    devices_forgotten_at: change.devicesForgottenAt,
    email_verified_at: change.emailVerifiedAt,
    // What is verified again takes mail and texts, as far as is known.
    email_returned_at: change.emailVerifiedAt ? null : change.emailReturnedAt,
    phone_verified_at: change.phoneVerifiedAt,
    phone_stopped_at: change.phoneVerifiedAt || change.phone !== undefined ? null : change.phoneStoppedAt,
    phone_proves_at: change.phoneProvesAt,
    terms_version: change.terms === null ? null : change.terms?.version,
    terms_accepted_at: change.terms === null ? null : change.terms?.at,
    referred_by: change.referredBy,
    updated_at: at,
  }
  await trx.updateTable('users').set(present(row)).where('owner_id', '=', ownerId).execute()
}

/** Keeps the zone that the person is written times in, unless one is kept: an IANA name. */
export const keepTimeZone = async (trx: Trx, ownerId: string, timeZone: string): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ time_zone: timeZone })
    .where('owner_id', '=', ownerId)
    .where('time_zone', 'is', null)
    .execute()
}
