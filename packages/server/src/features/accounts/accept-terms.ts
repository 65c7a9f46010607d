import { type Input, languageOf, STORED_LANGUAGES } from '@puente/contract'
import { TERMS_VERSION } from '#features/content/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { raiseToVerified, recordTerms } from './account.ts'

/** Records that the terms were accepted, in the version and language shown. Another version is `invalidRequest`. */
export const acceptTerms = async (ctx: UserCtx, { version, lang }: Input<'acceptTerms'>) => {
  if (version !== TERMS_VERSION) throw new Refusal('invalidRequest', { field: 'version' })
  const at = ctx.clock.now()
  await transaction(ctx.db, 'accept terms', async (trx) => {
    const shown = STORED_LANGUAGES[languageOf(lang) ?? ctx.user.language]
    await raiseToVerified(ctx, trx, await recordTerms(ctx, trx, { ownerId: ctx.user.id, lang: shown, at }))
    await audit(trx, {
      actor: { kind: 'user', id: ctx.user.id, sessionId: ctx.user.sessionId },
      action: 'terms.accepted',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
      details: { version },
    })
  })
  return { tCAccepted: true, version, at: at.toISOString() }
}
