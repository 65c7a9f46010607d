import type { Language } from '@puente/contract'
import { type Db, lookupDb, type ReadDb } from '#platform/db/database.ts'
import { batchedLoader } from '#platform/db/batched-loader.ts'

/** Each fee row in force: of the rows with the same operation and threshold, the latest that has begun. */
export const listFees = (db: Db, at: Date) =>
  db
    .selectFrom('fee_rows')
    .distinctOn(['operation', 'from_cents'])
    .select(['operation', 'from_cents as fromCents', 'bps', 'fixed_cents as fixedCents'])
    .where('effective_from', '<=', at)
    .orderBy('operation')
    .orderBy('from_cents')
    .orderBy('effective_from', 'desc')
    .execute()

/** `rail:<name>` is an operator's, `breaker:<name>` the product's own, about a provider that does not answer. */
export type Switch = { name: string; isOn: boolean; texts: Record<Language, string> | null; until: Date | null }

const ALL = 'all'

/** They are few, and every payment asks for them. */
const findSwitches = batchedLoader(
  (all: typeof ALL) => all,
  async (db: ReadDb) => {
    const rows = await lookupDb(db)
      .selectFrom('switches')
      .select(['name', 'is_on as isOn', 'texts', 'until'])
      .orderBy('name')
      .execute()
    return new Map([[ALL, rows.map((row) => ({ ...row, texts: row.texts as Switch['texts'] }))]])
  },
)

/** Switches whose end has not come. */
export const listSwitches = async (db: ReadDb, at: Date): Promise<Switch[]> =>
  ((await findSwitches(db, ALL)) ?? []).filter(({ until }) => until === null || until > at)

/** Turns a switch; answers whether that changed which rails are open, or what is said of them. */
export const turnSwitch = async (db: Db, { name, isOn, texts, until }: Switch, at: Date): Promise<boolean> => {
  const row = { is_on: isOn, texts: texts === null ? null : JSON.stringify(texts), until, updated_at: at }
  const before = await db.selectFrom('switches').select(['is_on', 'until']).where('name', '=', name).executeTakeFirst()
  const wasOn = !before || before.is_on || (before.until !== null && before.until <= at)
  if (wasOn && isOn) return false
  await db
    .insertInto('switches')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
  return wasOn !== isOn || texts !== null
}

export type UsageEvent = {
  id: string
  at: Date
  name: string
  props: Record<string, string | undefined>
  isSignedIn: boolean
}

/** Deletes what is older. */
export const pruneUsageEvents = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('usage_events').where('at', '<', before).execute()
}

export const insertUsageEvent = async (db: Db, { id, at, name, props, isSignedIn }: UsageEvent): Promise<void> => {
  await db
    .insertInto('usage_events')
    .values({ id, at, name, props: JSON.stringify(props), signed_in: isSignedIn })
    .execute()
}

/** Whether a person said yes to being counted. */
export const mayCountUsage = async (db: Db, ownerId: string): Promise<boolean> =>
  (await db.selectFrom('users').select('counts_usage').where('owner_id', '=', ownerId).executeTakeFirst())
    ?.counts_usage ?? false
