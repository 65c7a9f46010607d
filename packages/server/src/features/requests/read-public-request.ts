/** What a link shows to anyone who has it, signed in or not: the requester and their language, the amount, the purpose and the state. Nothing else. */
import type { Input, Output } from '@puente/contract'
import { counterpartLang, findPersonById, listFreezes, type Person } from '#features/accounts/index.ts'
import { readPictureOf } from '#features/profile/index.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { stateAt } from './request-rules.ts'
import type { OwnRequest } from './request.ts'
import { findByCode } from './requests-store.ts'

/** What the code stands for and who asks. The link of a person who cannot receive or is frozen is as unknown as one that never was. */
const requireLink = async ({ db }: PublicCtx, code: string): Promise<{ request: OwnRequest; person: Person }> => {
  const request = await findByCode(db, code)
  if (!request) throw new Refusal('notFound')
  const [person, freezes] = await Promise.all([findPersonById(db, request.issuerId), listFreezes(db, request.issuerId)])
  if (!person?.canReceive || freezes.length > 0) throw new Refusal('notFound')
  return { request, person }
}

export const readPublicRequest = async (
  ctx: PublicCtx,
  { code }: Input<'publicRequest'>,
): Promise<Output<'publicRequest'>> => {
  const { request, person } = await requireLink(ctx, code)
  const at = ctx.clock.now()
  // While a payment that began in time is waited for, no one else begins one.
  const state = request.state === 'open' && request.expiresAt <= at ? 'expired' : stateAt(request, at)
  return {
    requesterName: person.fullName,
    image: person.imageFileId === null ? null : `/api/requests/picture?code=${code}`,
    amount: Number(request.amountCents),
    currency: 'USD',
    note: request.note,
    state,
    expiresAt: request.expiresAt.toISOString(),
    ...(state === 'open' && (await counterpartLang(ctx.db, request.issuerId))),
  }
}

export const readRequestPicture = async (
  ctx: PublicCtx,
  { code }: Input<'requestPicture'>,
): Promise<Output<'requestPicture'>> => {
  const { person } = await requireLink(ctx, code)
  const picture = person.imageFileId === null ? null : await readPictureOf(ctx, person.id, person.imageFileId)
  if (!picture) throw new Refusal('notFound')
  return picture
}
