/** People as they are read: the one place where what is sealed about them is opened. */
import type { Address, BusinessKind, DashboardCard, StoredLanguage, UndoMinutes } from '@puente/contract'
import { decryptField } from '#platform/crypto/field-encryption.ts'
import { type Selectable, sql } from 'kysely'
import { type Db, type DB, lookupDb, type ReadDb, type Trx } from '#platform/db/database.ts'
import { batchedLoader } from '#platform/db/batched-loader.ts'
import type { CurrentUser } from '#platform/http/ctx.ts'
import { type FieldKeys, placeOf, type SealedColumn } from './sealed-columns.ts'

/** A person as the product knows them, with everything sealed opened: never to be logged or sent as it is. */
export type Account = {
  /** Bare uuid. */
  id: string
  email: string
  emailVerified: boolean
  /** Since when our mail to it comes back. */
  emailReturnedAt: Date | null
  /** When the mail's link proved the address in a browser unknown to the account; null once a reset has settled whose it is. */
  provedElsewhereAt: Date | null
  /** When its owner took it back from who had opened it: what was handed in or written before is not theirs to see. */
  reclaimedAt: Date | null
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
  /** When the phone's holder last stopped our texts, at the carrier. */
  phoneStoppedAt: Date | null
  /** From when on the phone proves by itself; null where signing up added it. */
  phoneProvesAt: Date | null
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
  /** Usage events may be counted; null until the person was asked. */
  countsUsage: boolean | null
  /** For how many minutes their first payment to a person can be taken back. */
  undoMinutes: UndoMinutes
  /** Channels of notices that were switched away from the default of their kind. */
  noticesSwitched: Record<string, string[]>
  createdAt: Date
  /** What device cookies proved before this counts no longer. */
  devicesForgottenAt: Date | null
}

const ACCOUNT = [
  'owner_id',
  'email',
  'email_verified_at',
  'email_returned_at',
  'proved_elsewhere_at',
  'reclaimed_at',
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
  'phone_stopped_at',
  'phone_proves_at',
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
  'usage_asked',
  'undo_minutes',
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

const opened = (keys: FieldKeys, ownerId: string, column: SealedColumn, envelope: string | null): string | null =>
  envelope === null ? null : decryptField(keys.sealing, placeOf(ownerId, column), envelope)

const addressIn = (text: string | null): Address | null => (text === null ? null : (JSON.parse(text) as Address))

const accountOf = (keys: FieldKeys, row: Row): Account => {
  const open = (column: SealedColumn) => opened(keys, row.owner_id, column, row[column])
  const { business_name: businessName, business_kind: kind } = row
  return {
    id: row.owner_id,
    email: row.email,
    emailVerified: row.email_verified_at !== null,
    emailReturnedAt: row.email_returned_at,
    provedElsewhereAt: row.proved_elsewhere_at,
    reclaimedAt: row.reclaimed_at,
    fullName: row.full_name,
    fullNameChanges: row.full_name_changes,
    handle: row.handle,
    handleChanges: row.handle_changes,
    isBusiness: row.is_business,
    business:
      businessName === null ? null : { name: businessName, ein: open('ein_sealed') ?? '', kind: kind as BusinessKind },
    lang: row.lang as StoredLanguage,
    phone: open('phone_sealed'),
    phoneVerified: row.phone_verified_at !== null,
    phoneVerifiedAt: row.phone_verified_at,
    phoneStoppedAt: row.phone_stopped_at,
    phoneProvesAt: row.phone_proves_at,
    birthday: open('birthday_sealed'),
    birthdayChanges: row.birthday_changes,
    address: addressIn(open('address_sealed')),
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
    countsUsage: row.usage_asked ? row.counts_usage : null,
    undoMinutes: row.undo_minutes as UndoMinutes,
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

/** What an identity check proves of a person, for operators, whose role reads no more of them. */
export const findDetails = async (
  db: Db,
  keys: FieldKeys,
  ownerId: string,
): Promise<Pick<Account, 'fullName' | 'birthday' | 'address'>> => {
  const row = await db
    .selectFrom('users')
    .select(['full_name', 'birthday_sealed', 'address_sealed'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return {
    fullName: row.full_name,
    birthday: opened(keys, ownerId, 'birthday_sealed', row.birthday_sealed),
    address: addressIn(opened(keys, ownerId, 'address_sealed', row.address_sealed)),
  }
}

/** Bare uuid of who invited this person; null for nobody. */
export const findReferrerOf = async (db: Db, ownerId: string): Promise<string | null> => {
  const row = await db.selectFrom('users').select('referred_by').where('owner_id', '=', ownerId).executeTakeFirst()
  return row?.referred_by ?? null
}

/** The same, and locks the row until the transaction ends. */
export const lockAccount = async (trx: Trx, keys: FieldKeys, ownerId: string): Promise<Account> =>
  accountOf(
    keys,
    await trx.selectFrom('users').select(ACCOUNT).where('owner_id', '=', ownerId).forUpdate().executeTakeFirstOrThrow(),
  )

/** The language somebody reads in, for whoever deals with them. */
export const findLanguageOf = async (db: ReadDb, ownerId: string): Promise<StoredLanguage | undefined> => {
  const row = await db.selectFrom('users').select('lang').where('owner_id', '=', ownerId).executeTakeFirst()
  return row?.lang as StoredLanguage | undefined
}
