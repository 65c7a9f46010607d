/** Differences between providers' reports and our books, and the comparisons that found them. */
import type { Db, Trx } from '#platform/db/database.ts'
import type { ProvidedRail } from '#providers/types.ts'
import type { Difference } from './reconciliation-rules.ts'

export type Run = { id: string; rail: ProvidedRail; from: Date; to: Date }
export type RunEnd = {
  outcome: 'compared' | 'noReport' | 'failed'
  lines: number
  entries: number
  openDifferences: number
}

export const insertRun = async (
  db: Db,
  { id, rail, from, to }: Run,
  { by, at }: { by: string; at: Date },
): Promise<void> => {
  await db
    .insertInto('reconciliation_runs')
    .values({ id, rail, from_at: from, to_at: to, ordered_by: by, ordered_at: at })
    .execute()
}

/** Not carried out yet, the oldest first. */
export const listWaitingRuns = async (db: Db, limit: number): Promise<Run[]> => {
  const rows = await db
    .selectFrom('reconciliation_runs')
    .select(['id', 'rail', 'from_at as from', 'to_at as to'])
    .where('ended_at', 'is', null)
    .orderBy('ordered_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, rail: row.rail as ProvidedRail }))
}

export const endRun = async (trx: Trx, id: string, end: RunEnd, at: Date): Promise<void> => {
  const { outcome, lines, entries, openDifferences } = end
  await trx
    .updateTable('reconciliation_runs')
    .set({ ended_at: at, outcome, lines, entries, open_differences: openDifferences })
    .where('id', '=', id)
    .execute()
}

/** How the runs ended; those that have not are left out. `isOver`: their days were over when they were ordered. */
export const findRunEnds = async (
  db: Db,
  ids: readonly string[],
): Promise<(RunEnd & { rail: string; isOver: boolean })[]> => {
  const rows = await db
    .selectFrom('reconciliation_runs')
    .select(['rail', 'outcome', 'lines', 'entries', 'open_differences as openDifferences', 'to_at', 'ordered_at'])
    .where('id', 'in', [...ids])
    .where('ended_at', 'is not', null)
    .execute()
  return rows.map(({ rail, outcome, lines, entries, openDifferences, ...run }) => ({
    rail,
    isOver: run.to_at <= run.ordered_at,
    outcome: outcome as RunEnd['outcome'],
    lines: lines ?? 0,
    entries: entries ?? 0,
    openDifferences: openDifferences ?? 0,
  }))
}

/**
 * Keeps what a comparison found. An operator's explanation stays; what was clearing and still differs is open from now on; what
 * differs no longer, of the compared period, has come to agree. Answers how many are open in the period, and which are new.
 */
export const keepDifferences = async (
  trx: Trx,
  { rail, from, to }: Run,
  found: readonly Difference[],
  at: Date,
): Promise<{ open: number; news: number }> => {
  const known = await trx
    .selectFrom('reconciliation_differences')
    .select(['what', 'subject', 'state', 'explained_by'])
    .where('rail', '=', rail)
    .where('at', '>=', from)
    .where('at', '<', to)
    .execute()
  const idOf = ({ what, subject }: { what: string; subject: string }) => `${what}:${subject}`
  const before = new Map(known.map((row) => [idOf(row), row]))
  const now = new Set(found.map(idOf))
  for (const { what, subject, explained_by } of known)
    if (!now.has(idOf({ what, subject })) && explained_by === null)
      await trx
        .updateTable('reconciliation_differences')
        .set({ state: 'explained', explanation: 'agreed', last_seen_at: at })
        .where('rail', '=', rail)
        .where('what', '=', what)
        .where('subject', '=', subject)
        .execute()
  let [open, news] = [0, 0]
  for (const one of found) {
    const row = before.get(idOf(one))
    const isExplained = row !== undefined && row.explained_by !== null
    const standing = one.isClearing
      ? { state: 'explained', explanation: 'clearing' }
      : { state: 'open', explanation: null }
    if (!isExplained && !one.isClearing) {
      open += 1
      if (row?.state !== 'open') news += 1
    }
    await trx
      .insertInto('reconciliation_differences')
      .values({
        rail,
        what: one.what,
        subject: one.subject,
        at: one.at,
        theirs_cents: one.theirsCents,
        ours_cents: one.oursCents,
        ref: one.ref,
        ...standing,
        first_seen_at: at,
        last_seen_at: at,
      })
      .onConflict((conflict) =>
        conflict.columns(['rail', 'what', 'subject']).doUpdateSet({
          theirs_cents: one.theirsCents,
          ours_cents: one.oursCents,
          last_seen_at: at,
          ...(isExplained ? {} : standing),
        }),
      )
      .execute()
  }
  return { open, news }
}

/** Our own transfer that a provider's report shows and our books do not; null where no such difference is open. */
export const findUnbookedTransfer = async (
  db: Db,
  { rail, objectId }: { rail: string; objectId: string },
): Promise<{ rail: ProvidedRail; amountCents: bigint } | null> => {
  const row = await db
    .selectFrom('reconciliation_differences')
    .select(['rail', 'theirs_cents as theirsCents'])
    .where('rail', '=', rail)
    .where('what', '=', 'unbookedTransfer')
    .where('subject', '=', objectId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row && row.theirsCents !== null ? { rail: row.rail as ProvidedRail, amountCents: row.theirsCents } : null
}

export type KeptDifference = {
  rail: string
  what: string
  subject: string
  ref: string | null
  at: Date
  theirsCents: bigint | null
  oursCents: bigint | null
}

/** Open ones, the oldest first. */
export const listOpenDifferences = (db: Db, limit: number): Promise<KeptDifference[]> =>
  db
    .selectFrom('reconciliation_differences')
    .select(['rail', 'what', 'subject', 'ref', 'at', 'theirs_cents as theirsCents', 'ours_cents as oursCents'])
    .where('state', '=', 'open')
    .orderBy('at')
    .limit(limit)
    .execute()

/** An operator says what this one was, and no other of its subject; false when no such difference is open. */
export const explain = async (
  trx: Trx,
  { rail, what, subject, by, explanation }: Record<'rail' | 'what' | 'subject' | 'by' | 'explanation', string>,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('reconciliation_differences')
    .set({ state: 'explained', explanation, explained_by: by })
    .where('rail', '=', rail)
    .where('what', '=', what)
    .where('subject', '=', subject)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
