import { uuidOf } from '@puente/contract'
import { findPersonByHandle, findPersonById, type Person } from '#features/accounts/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'

/** Whom a user id or a username names; null when nobody. */
export const findNamed = (db: UserCtx['db'], named: string): Promise<Person | null> => {
  const id = uuidOf(named, 'usr')
  return id === null ? findPersonByHandle(db, named) : findPersonById(db, id)
}

/** Like `findNamed`, for whoever needs the id alone: of nobody it is one that fits no row. */
export const namedId = async (db: UserCtx['db'], named: string): Promise<string | null> =>
  uuidOf(named, 'usr') ?? (await findNamed(db, named))?.id ?? null
