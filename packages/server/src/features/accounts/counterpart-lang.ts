import { type Language, languageOf } from '@puente/contract'
import type { ReadDb } from '#platform/db/database.ts'
import { findLanguageOf } from './account-store.ts'

/** The language of a person who is about to be paid, for the payer's consent (decision 39); none if their account is gone. */
export const counterpartLang = async (db: ReadDb, ownerId: string): Promise<{ lang?: Language }> => {
  const stored = await findLanguageOf(db, ownerId)
  const lang = stored && languageOf(stored)
  return lang ? { lang } : {}
}
