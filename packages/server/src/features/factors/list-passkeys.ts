import type { UserCtx } from '#platform/http/ctx.ts'
import { passkeysOut } from './passkeys-out.ts'

/** The passkeys of the account, the oldest first. */
export const listPasskeys = (ctx: UserCtx) => passkeysOut(ctx.db, ctx.user.id)
