import type { Output } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { readBoth } from './approvers-out.ts'

/** Who approves the caller's payments, and for whom the caller approves. */
export const listApprovers = (ctx: UserCtx): Promise<Output<'listApprovers'>> => readBoth(ctx, ctx.user.id)
