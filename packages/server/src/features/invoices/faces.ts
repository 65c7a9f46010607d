import { listPeople } from '#features/accounts/index.ts'
import { findBlockedBy } from '#features/contacts/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import type { OwnInvoice } from './invoice.ts'
import type { Face } from './invoice-row.ts'

/** How the caller may see the counterparts of these invoices now, by their ids: one who has left the directory, or whom the caller has blocked, is hidden. */
export const facesOf = async (
  ctx: Pick<UserCtx, 'db' | 'user'>,
  invoices: readonly OwnInvoice[],
): Promise<(invoice: OwnInvoice) => Face> => {
  const ids = [...new Set(invoices.map(({ counterpart }) => counterpart.ownerId))]
  const [found, blocked] = await Promise.all([listPeople(ctx.db, ids), findBlockedBy(ctx.db, ctx.user.id)])
  const people = new Map(found.map((person) => [person.id, person]))
  return ({ counterpart }) => {
    const person = people.get(counterpart.ownerId)
    return { isHidden: person === undefined || blocked.has(person.id), imageFileId: person?.imageFileId ?? null }
  }
}
