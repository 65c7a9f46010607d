import { type Input, PASSKEYS_MAX } from '@puente/contract'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { lockAccount } from '#features/accounts/index.ts'
import { giveCookie } from '#features/sessions/index.ts'
import { auditFactorChange } from './factor-changed.ts'
import { challengeIn, verifyCreation } from './passkey-ceremony.ts'
import { takePasskeyChallenge } from './passkey-challenges-store.ts'
import { passkeyOut } from './passkeys-out.ts'
import { insertPasskey, listStoredPasskeys } from './passkeys-store.ts'

/**
 * Keeps the passkey that the browser has made for a challenge of `passkeyOptions`. The proof that it is the person was given for
 * that challenge, which serves this session once. Refuses with `invalidRequest`: an answer to no open challenge or of another
 * site, an authenticator that did not verify its person, a credential that an account holds already, an eleventh passkey.
 */
export const addPasskey = async (ctx: UserCtx, { credential, name }: Input<'addPasskey'>) => {
  const { id: ownerId, sessionId, emailVerified } = ctx.user
  if (!emailVerified) throw new Refusal('emailNotVerified')
  const challenge = challengeIn(credential)
  const made = await verifyCreation(ctx.config, credential, challenge)
  if (!made) throw new Refusal('invalidRequest', { reason: 'passkey' })
  const { passkey, cookie } = await transaction(ctx.db, 'add passkey', async (trx) => {
    const at = ctx.clock.now()
    await lockAccount(trx, ctx.keys, ownerId)
    if (!(await takePasskeyChallenge(trx, challenge, { purpose: 'add', ownerId, sessionId }, at)))
      throw new Refusal('invalidRequest', { reason: 'passkey' })
    if ((await listStoredPasskeys(trx, ownerId)).length >= PASSKEYS_MAX)
      throw new Refusal('invalidRequest', { reason: 'passkeysFull' })
    if (!(await insertPasskey(trx, { ...made, ownerId, name, at })))
      throw new Refusal('invalidRequest', { reason: 'passkey' })
    return {
      passkey: passkeyOut({ ...made, name, createdAt: at, lastUsedAt: null }),
      cookie: await auditFactorChange(ctx, trx, 'passkeyAdded'),
    }
  })
  giveCookie(ctx.reply, cookie)
  return { passkey }
}
