import { userId } from '@puente/contract'
import type { Output } from '@puente/contract'
import { listPeople } from '#features/accounts/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { listFrequent, listStandings } from './contacts-store.ts'
import { findHidden } from './blocks-store.ts'
import { foundPerson } from './found-person.ts'

const TOP = 10
/** Some may be left out afterwards, because their accounts were closed or one has blocked the other. */
const CANDIDATES = 2 * TOP
const MONTHS = 12

const monthsBefore = (at: Date, months: number): Date => {
  const before = new Date(at)
  before.setUTCMonth(before.getUTCMonth() - months)
  return before
}

/** The ten people with most completed in-app transfers in the last twelve months, in both directions. */
export const listFrequents = async (ctx: UserCtx): Promise<Output<'frequents'>> => {
  const since = monthsBefore(await databaseNow(ctx.db, ctx.clock), MONTHS)
  const tallies = await listFrequent(ctx.db, ctx.user.id, since, CANDIDATES)
  const ids = tallies.map(({ id }) => id)
  const [people, standings, hidden] = await Promise.all([
    listPeople(ctx.db, ids),
    listStandings(ctx.db, ids),
    findHidden(ctx.db, ctx.user.id, ids),
  ])
  const items = tallies.flatMap(({ id, count, lastAt }) => {
    const person = people.find((one) => one.id === id)
    const standing = standings.get(id)
    if (!person || !standing || standing.isClosed || hidden.has(id)) return []
    const { emailVerified, phoneVerified, hasIdentityPart } = standing
    return {
      ...foundPerson(person),
      id: userId(id),
      emailVerified,
      phoneVerified,
      lastTransactionDate: lastAt.toISOString(),
      numberOfTransactions: count,
      missingKYC: !hasIdentityPart,
    }
  })
  return { items: items.slice(0, TOP) }
}
