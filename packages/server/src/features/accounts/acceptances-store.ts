/** Who has accepted which version of the terms. */
import type { StoredLanguage } from '@puente/contract'
import type { Trx } from '#platform/db/database.ts'

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
