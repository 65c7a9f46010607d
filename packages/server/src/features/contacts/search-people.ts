import type { Input, Output } from '@puente/contract'
import { findPeople } from '#features/auth/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { foundPerson } from './found-person.ts'

/** People who can receive, by exact email, phone or handle, or by the beginning of a handle; never oneself. */
export const searchPeople = async (ctx: UserCtx, { search }: Input<'search'>): Promise<Output<'search'>> => {
  const people = await findPeople(ctx, search)
  return { items: people.filter(({ id }) => id !== ctx.user.id).map(foundPerson) }
}
