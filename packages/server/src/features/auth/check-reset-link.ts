import type { Input } from '@puente/contract'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { readResetLink } from './reset-link.ts'

/**
 * Whether the link of a reset mail still works, so that no one chooses a password for nothing. Only the holder of a link that we mailed learns
 * more than that it is unknown. Refuses with `invalidCode`, `usedCode`, `emailTokenExpired`, `accountRestricted`.
 */
export const checkResetLink = async (ctx: PublicCtx, { token }: Input<'checkResetLink'>) => {
  await readResetLink(ctx, token)
  return {}
}
