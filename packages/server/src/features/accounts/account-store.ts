/** The rows of people. Sealed columns are opened and sealed here and nowhere else. */
import type { Address, BusinessKind, DashboardCard, StoredLanguage } from '@puente/contract'
import { decryptField, encryptField } from '#platform/crypto/field-encryption.ts'
import { type Selectable, sql } from 'kysely'
import { type Db, type DB, lookupDb, type Trx } from '#platform/db/database.ts'
import { batchedLoader } from '#platform/db/batched-loader.ts'
import type { Keys } from '#platform/secrets.ts'
import type { CurrentUser } from '#platform/http/ctx.ts'

type Sealed = 'phone_sealed' | 'birthday_sealed' | 'address_sealed' | 'ein_sealed'
type FieldKeys = Pick<Keys, 'sealing'>

/** A person as the product knows them, with everything sealed opened: never to be logged or sent as it is. */
export type Account = {
  /** Bare uuid. */
  id: string
  email: string
  emailVerified: boolean
  /** When the mail's link proved the address in a browser unknown to the account; null once a reset has settled whose it is. */
  provedElsewhereAt: Date | null
  fullName: string
  fullNameChanges: number
  handle: string
  handleChanges: number
  isBusiness: boolean
  /** What a business has told about itself; null for people, and until it has. `ein` is nine digits. */
  business: { name: string; ein: string; kind: BusinessKind } | null
  lang: StoredLanguage
  /** The verified number, or the one that waits for its code. */
  phone: string | null
  phoneVerified: boolean
  phoneVerifiedAt: Date | null
  /** ISO day. */
  birthday: string | null
  birthdayChanges: number
  address: Address | null
  nationality: string | null
  /** Bare uuid. */
  imageFileId: string | null
  tier: number
  /** When name and birthday were given for the identity check. */
  nameBirthAt: Date | null
  status: CurrentUser['status']
  termsVersion: string | null
  referralCode: string
  timeZone: string | null
  /** Figures that give the balance away are hidden on the screens. */
  hideBalance: boolean
  theme: 'system' | 'light' | 'dark'
  /** The cards of the home screen as this person arranged them; null while they are as they come. */
  dashboard: DashboardCard[] | null
  /** The tour of the home screen has yet to be seen. */
  showsTour: boolean
  /** Usage events may be counted. */
  countsUsage: boolean
  /** Channels of notices that were switched away from the default of their kind. */
  noticesSwitched: Record<string, string[]>
  createdAt: Date
  /** What device cookies proved before this counts no longer. */
  devicesForgottenAt: Date | null
}

const placeOf = (ownerId: string, column: Sealed) => ({ table: 'users', column, row: ownerId })

const ACCOUNT = [
  'owner_id',
  'email',
  'email_verified_at',
  'proved_elsewhere_at',
  'full_name',
  'full_name_changes',
  'handle',
  'handle_changes',
  'is_business',
  'business_name',
  'ein_sealed',
  'business_kind',
  'lang',
  'phone_sealed',
  'phone_verified_at',
  'birthday_sealed',
  'birthday_changes',
  'address_sealed',
  'nationality',
  'image_file_id',
  'tier',
  'name_birth_at',
  'status',
  'terms_version',
  'referral_code',
  'time_zone',
  'hide_balance',
  'theme',
  'dashboard',
  'shows_tour',
  'counts_usage',
  'notices_switched',
  'created_at',
  'devices_forgotten_at',
] as const

type Row = Pick<Selectable<DB['users']>, (typeof ACCOUNT)[number]>

const loadRows = async (db: Db, ownerIds: string[]): Promise<Map<string, Row>> => {
  const rows = await lookupDb(db)
    .selectFrom('users')
    .select(ACCOUNT)
    .where('owner_id', '=', sql<string>`any(${ownerIds}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.owner_id, row]))
}

const findRow = batchedLoader((ownerId: string) => ownerId, loadRows)

const accountOf = (keys: FieldKeys, row: Row): Account => {
  const opened = (column: Sealed): string | null => {
    const envelope = row[column]
    return envelope === null ? null : decryptField(keys.sealing, placeOf(row.owner_id, column), envelope)
  }
  const address = opened('address_sealed')
  const { business_name: businessName, business_kind: kind } = row
  return {
    id: row.owner_id,
    email: row.email,
    emailVerified: row.email_verified_at !== null,
    provedElsewhereAt: row.proved_elsewhere_at,
    fullName: row.full_name,
    fullNameChanges: row.full_name_changes,
    handle: row.handle,
    handleChanges: row.handle_changes,
    isBusiness: row.is_business,
    business:
      businessName === null
        ? null
        : { name: businessName, ein: opened('ein_sealed') ?? '', kind: kind as BusinessKind },
    lang: row.lang as StoredLanguage,
    phone: opened('phone_sealed'),
    phoneVerified: row.phone_verified_at !== null,
    phoneVerifiedAt: row.phone_verified_at,
    birthday: opened('birthday_sealed'),
    birthdayChanges: row.birthday_changes,
    address: address === null ? null : (JSON.parse(address) as Address),
    nationality: row.nationality,
    imageFileId: row.image_file_id,
    tier: row.tier,
    nameBirthAt: row.name_birth_at,
    status: row.status as CurrentUser['status'],
    termsVersion: row.terms_version,
    referralCode: row.referral_code,
    timeZone: row.time_zone,
    hideBalance: row.hide_balance,
    theme: row.theme as Account['theme'],
    dashboard: row.dashboard as DashboardCard[] | null,
    showsTour: row.shows_tour,
    countsUsage: row.counts_usage,
    noticesSwitched: row.notices_switched as Account['noticesSwitched'],
    createdAt: row.created_at,
    devicesForgottenAt: row.devices_forgotten_at,
  }
}

export const findAccount = async (db: Db, keys: FieldKeys, ownerId: string): Promise<Account | null> => {
  const row = await findRow(db, ownerId)
  return row ? accountOf(keys, row) : null
}

export const getAccount = async (db: Db, keys: FieldKeys, ownerId: string): Promise<Account> => {
  const account = await findAccount(db, keys, ownerId)
  if (!account) throw new Error('there is no such person')
  return account
}

/** The same, and locks the row until the transaction ends. */
export const lockAccount = async (trx: Trx, keys: FieldKeys, ownerId: string): Promise<Account> =>
  accountOf(
    keys,
    await trx.selectFrom('users').select(ACCOUNT).where('owner_id', '=', ownerId).forUpdate().executeTakeFirstOrThrow(),
  )

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
    | 'birthday'
    | 'birthdayChanges'
    | 'address'
    | 'nationality'
    | 'imageFileId'
    | 'nameBirthAt'
    | 'status'
    | 'timeZone'
    | 'hideBalance'
    | 'theme'
    | 'dashboard'
    | 'showsTour'
    | 'countsUsage'
    | 'noticesSwitched'
    | 'tier'
    | 'provedElsewhereAt'
    | 'devicesForgottenAt'
  >
> & {
  emailVerifiedAt?: Date
  phoneVerifiedAt?: Date | null
  terms?: { version: string; at: Date } | null
  referredBy?: null
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
  const sealed = (column: Sealed, text: string | null | undefined) =>
    text === undefined || text === null ? text : encryptField(keys.sealing, placeOf(ownerId, column), text)
  const row = {
    email: change.email,
    full_name: change.fullName,
    full_name_changes: change.fullNameChanges,
    business_name: change.business?.name,
    ein_sealed: sealed('ein_sealed', change.business?.ein),
    business_kind: change.business?.kind,
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
    time_zone: change.timeZone,
    hide_balance: change.hideBalance,
    theme: change.theme,
    dashboard: change.dashboard && JSON.stringify(change.dashboard),
    shows_tour: change.showsTour,
    counts_usage: change.countsUsage,
    notices_switched: change.noticesSwitched && JSON.stringify(change.noticesSwitched),
    tier: change.tier,
    proved_elsewhere_at: change.provedElsewhereAt,
    devices_forgotten_at: change.devicesForgottenAt,
    email_verified_at: change.emailVerifiedAt,
    phone_verified_at: change.phoneVerifiedAt,
    terms_version: change.terms === null ? null : change.terms?.version,
    terms_accepted_at: change.terms === null ? null : change.terms?.at,
    referred_by: change.referredBy,
    updated_at: at,
  }
  await trx.updateTable('users').set(present(row)).where('owner_id', '=', ownerId).execute()
}

export const noteSignInsEnded = async (trx: Trx, ownerId: string, at: Date): Promise<void> => {
  await trx.updateTable('users').set({ sign_ins_ended_at: at }).where('owner_id', '=', ownerId).execute()
}

export type Credentials = {
  ownerId: string
  /** Null until a person who came by social login has chosen a password. */
  passwordHash: string | null
  passwordChangedAt: Date
  /** What device cookies proved since then counts: neither of an older password, nor from before a device was lost. */
  provedSince: Date
  /** Sign-ins that were begun before that and are not finished open nothing; null when none were ended. */
  signInsEndedAt: Date | null
  isClosed: boolean
}

const later = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one)

export const findCredentials = async (db: Db, ownerId: string): Promise<Credentials | null> => {
  const row = await db
    .selectFrom('users')
    .select(['owner_id', 'password_hash', 'password_changed_at', 'devices_forgotten_at', 'sign_ins_ended_at', 'status'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!row) return null
  return {
    ownerId: row.owner_id,
    passwordHash: row.password_hash,
    passwordChangedAt: row.password_changed_at,
    provedSince: later(row.password_changed_at, row.devices_forgotten_at),
    signInsEndedAt: row.sign_ins_ended_at,
    isClosed: row.status === 'closed',
  }
}

/**
 * Whether the password is still the one that was read then; until the transaction ends it cannot be changed. What a verb has
 * compared takes a while, and a proof of an older password must not count after a change that came in between.
 */
export const isPasswordOf = async (trx: Trx, { ownerId, passwordChangedAt }: Credentials): Promise<boolean> => {
  const row = await trx
    .selectFrom('users')
    .select('password_changed_at')
    .where('owner_id', '=', ownerId)
    .forShare()
    .executeTakeFirst()
  return row?.password_changed_at.getTime() === passwordChangedAt.getTime()
}

/** A new password: everything that was proved with the old one before `at` is void. */
export const updatePassword = async (trx: Trx, ownerId: string, passwordHash: string, at: Date): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_changed_at: at, updated_at: at })
    .where('owner_id', '=', ownerId)
    .execute()
}

/** The same password, hashed with the strength that is configured now. */
export const updatePasswordHash = async (trx: Trx, ownerId: string, from: string, to: string): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ password_hash: to })
    .where('owner_id', '=', ownerId)
    .where('password_hash', '=', from)
    .execute()
}

/** Records once per version that the terms were accepted. */
export const insertAcceptance = async (
  trx: Trx,
  ownerId: string,
  version: string,
  lang: StoredLanguage,
  at: Date,
): Promise<void> => {
  await trx
    .insertInto('terms_acceptances')
    .values({ owner_id: ownerId, version, lang, accepted_at: at })
    .onConflict((conflict) => conflict.columns(['owner_id', 'version']).doNothing())
    .execute()
}

/** Forgets an acceptance of the terms that was not the owner's. The audit trail keeps that it happened. */
export const deleteAcceptances = async (trx: Trx, ownerId: string): Promise<void> => {
  await trx.deleteFrom('terms_acceptances').where('owner_id', '=', ownerId).execute()
}

/** When the password was last changed. */
export const getPasswordChangedAt = async (db: Db, ownerId: string): Promise<Date> => {
  const user = db.selectFrom('users').select('password_changed_at').where('owner_id', '=', ownerId)
  return (await user.executeTakeFirstOrThrow()).password_changed_at
}
