import type { Language, StoredLanguage } from '@puente/contract'
import { languageOf } from '@puente/contract'
import type { Trx } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import { TERMS_VERSION } from '#features/content/index.ts'
import { insertAcceptance } from './acceptances-store.ts'
import { type AccountChange, insertAccount, type NewAccount, updateAccountRow } from './account-changes-store.ts'
import { type Account, lockAccount } from './account-store.ts'
import { insertPerson, updatePerson } from './directory-store.ts'

type Changing = Pick<Services, 'clock' | 'keys' | 'live'>

export const termsAccepted = ({ termsVersion }: Pick<Account, 'termsVersion'>): boolean =>
  termsVersion === TERMS_VERSION

/** The short form of a person's stored language. */
export const languageOfAccount = ({ lang }: Pick<Account, 'lang'>): Language => languageOf(lang) ?? 'en'

/**
 * Writes a new person, and what others may find of them; no one can pay them yet. Their claims are the caller's to
 * take.
 */
export const openAccount = async (trx: Trx, account: NewAccount): Promise<void> => {
  const { id, handle, fullName, isBusiness } = account
  await insertAccount(trx, account)
  await insertPerson(trx, { id, handle, fullName, isBusiness, imageFileId: null, canReceive: false })
}

/** The name that others see: of a business its own, once it has given it. */
const publicName = ({ business, fullName }: Pick<Account, 'business' | 'fullName'>): string =>
  business?.name ?? fullName

/**
 * Writes a change of a person's row, keeps the directory in step, and tells the person's screens which fields changed
 * (the names of `clients/me`; their own calls fetch the values).
 */
export const updateAccount = async (
  { clock, keys, live }: Changing,
  trx: Trx,
  ownerId: string,
  change: AccountChange,
  fields: string[],
): Promise<Account> => {
  await updateAccountRow(trx, keys, ownerId, change, clock.now())
  const account = await lockAccount(trx, keys, ownerId)
  await updatePerson(trx, ownerId, {
    ...(change.handle === undefined ? {} : { handle: change.handle }),
    ...(change.fullName === undefined && change.business === undefined ? {} : { fullName: publicName(account) }),
    ...(change.imageFileId === undefined ? {} : { imageFileId: change.imageFileId }),
  })
  await live.publish(trx, { ownerId, event: 'me', data: { fields } })
  return account
}

/** Records once that the terms in force were accepted, in the language they were shown in. */
export const recordTerms = async (
  services: Changing,
  trx: Trx,
  { ownerId, lang, at }: { ownerId: string; lang: StoredLanguage; at: Date },
): Promise<Account> => {
  await insertAcceptance(trx, ownerId, TERMS_VERSION, lang, at)
  return updateAccount(services, trx, ownerId, { terms: { version: TERMS_VERSION, at } }, ['termsAccepted'])
}

/** Moves a person to a tier (-1 to 2) and makes them able to receive from tier 0 on. */
export const setTier = async (services: Changing, trx: Trx, ownerId: string, tier: number): Promise<Account> => {
  const account = await updateAccount(services, trx, ownerId, { tier }, ['KYC'])
  await updatePerson(trx, ownerId, { canReceive: tier >= 0 && account.status !== 'closed' })
  return account
}

/** Tier 0 is reached with both contacts verified and the terms accepted, in whatever order that happened. */
export const raiseToVerified = async (services: Changing, trx: Trx, account: Account): Promise<Account> => {
  const isReady = account.tier < 0 && account.emailVerified && account.phoneVerified && termsAccepted(account)
  return isReady ? setTier(services, trx, account.id, 0) : account
}
