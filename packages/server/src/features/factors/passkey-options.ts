import { PASSKEYS_MAX } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { getAccount } from '#features/accounts/index.ts'
import { creationOptions } from './passkey-ceremony.ts'
import { insertPasskeyChallenge } from './passkey-challenges-store.ts'
import { listStoredPasskeys } from './passkeys-store.ts'

/** What stands in the way of adding one, whatever the proof; answers those that there are. */
export const requireAddable = async ({ db, user }: Pick<UserCtx, 'db' | 'user'>) => {
  if (!user.emailVerified) throw new Refusal('emailNotVerified')
  const held = await listStoredPasskeys(db, user.id)
  if (held.length >= PASSKEYS_MAX) throw new Refusal('invalidRequest', { reason: 'passkeysFull' })
  return held
}

/**
 * Begins to add a passkey: the challenge serves this session once, within five minutes. Refuses with `emailNotVerified`, since a
 * factor of an account whose address is unproved may be a stranger's, and with `invalidRequest` when there are ten.
 */
export const passkeyOptions = async (ctx: UserCtx) => {
  const { id: ownerId, sessionId } = ctx.user
  const held = await requireAddable(ctx)
  const account = await getAccount(ctx.db, ctx.keys, ownerId)
  const challenge = await insertPasskeyChallenge(ctx.db, { purpose: 'add', ownerId, sessionId }, ctx.clock.now())
  return { options: await creationOptions(ctx.config, account, challenge, held) }
}
