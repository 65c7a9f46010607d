import type { Input, Output } from '@puente/contract'
import { findPeople, listPeople, requireContacts } from '#features/accounts/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { listDealtWith } from './contacts-store.ts'
import { findHidden } from './blocks-store.ts'
import { foundPerson } from './found-person.ts'

const FOUND_MAX = 10

/** People one had a transfer with, by part of their name or handle. */
const findKnown = async (ctx: UserCtx, search: string) => {
  const ids = await listDealtWith(ctx.db, ctx.user.id, search, FOUND_MAX)
  const people = await listPeople(ctx.db, ids)
  return ids.flatMap((id) => people.find((one) => one.id === id && one.canReceive) ?? [])
}

/**
 * People who can receive. Those one had a transfer with are found by part of their name or handle; anybody else by exact
 * email, phone, name or handle, or by the longer beginning of a handle. Never oneself, and nobody of whom one has blocked
 * the other. Only a person with both contacts
 * verified may look: an account costs nothing to open, and each search tells a name.
 */
export const searchPeople = async (ctx: UserCtx, { search }: Input<'search'>): Promise<Output<'search'>> => {
  requireContacts(ctx.user)
  const [known, found] = await Promise.all([findKnown(ctx, search), findPeople(ctx, search)])
  const strangers = found.filter(({ id }) => known.every((one) => one.id !== id))
  const others = [...known, ...strangers].filter(({ id }) => id !== ctx.user.id)
  const hidden = await findHidden(
    ctx.db,
    ctx.user.id,
    others.map(({ id }) => id),
  )
  const people = others.filter(({ id }) => !hidden.has(id))
  return { items: people.slice(0, FOUND_MAX).map(foundPerson) }
}
