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

export type Switch = { name: string; isOn: boolean; textKey: string | null }

const ALL = 'all'

/** They are few, and every payment asks for them. */
const findSwitches = batchedLoader(
  (all: typeof ALL) => all,
  async (db: ReadDb) => {
    const rows = await lookupDb(db)
      .selectFrom('switches')
      .select(['name', 'is_on as isOn', 'text_key as textKey', 'until'])
      .execute()
    return new Map([[ALL, rows]])
  },
)

/** Switches whose end has not come. */
export const listSwitches = async (db: ReadDb, at: Date): Promise<Switch[]> =>
  ((await findSwitches(db, ALL)) ?? []).filter(({ until }) => until === null || until > at)

export type UsageEvent = {
  id: string
  at: Date
  name: string
  props: Record<string, string | number | boolean>
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

/** Whether a person has not opted out of usage events. */
export const mayCountUsage = async (db: Db, ownerId: string): Promise<boolean> =>
  (await db.selectFrom('users').select('counts_usage').where('owner_id', '=', ownerId).executeTakeFirst())
    ?.counts_usage ?? false
