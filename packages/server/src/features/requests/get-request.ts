import { type Input, type Output, uuidOf } from '@puente/contract'
import { counterpartLang } from '#features/accounts/index.ts'
import { isBlockedBetween } from '#features/contacts/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { requestRowOf } from './request-row.ts'
import type { OwnRequest } from './request.ts'
import { findByCode, findRequest } from './requests-store.ts'

const found = async ({ db, user }: UserCtx, { requestId, code }: Input<'getRequest'>): Promise<OwnRequest | null> => {
  if (requestId !== undefined) {
    const id = uuidOf(requestId, 'req')
    return id === null || code !== undefined ? null : findRequest(db, user.id, id)
  }
  const request = code === undefined ? null : await findByCode(db, code)
  // By its code everybody finds the row of the one who asks; the caller is given their own.
  return request && findRequest(db, user.id, request.requestId)
}

/** One request that the caller sent or received; any other is as unknown as one that does not exist. Its payer learns in which language to agree. */
export const getRequest = async (ctx: UserCtx, input: Input<'getRequest'>): Promise<Output<'getRequest'>> => {
  const request = await found(ctx, input)
  if (!request) throw new Refusal('notFound')
  const row = await requestRowOf(ctx, request)
  const { issuerId } = request
  const isToAgree = row.acts.includes('pay') && !(await isBlockedBetween(ctx.db, ctx.user.id, issuerId))
  return { ...row, ...(isToAgree && (await counterpartLang(ctx.db, issuerId))) }
}
