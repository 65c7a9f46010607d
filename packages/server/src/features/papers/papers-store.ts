/** What was issued: a row of its owner, found by the hash of its code. */
import type { PaperKind, PaperTotalName } from '@puente/contract'
import { hashToken } from '#platform/crypto/tokens.ts'
import type { Db, ReadDb, Trx } from '#platform/db/database.ts'

/** A sum by its name, in cents. */
export type PaperTotal = { name: PaperTotalName; cents: number }

/** Calendar days, both included. */
export type PaperDays = { fromDate: string; toDate: string }

export type IssuedPaper = {
  ownerId: string
  paperId: string
  kind: PaperKind
  totals: PaperTotal[]
  /** Of a statement: the days that it is of. */
  days: PaperDays | null
  sha256: Buffer
  issuedAt: Date
  kid: string
  signature: Buffer
}

export const insertPaper = async (trx: Trx, code: string, paper: IssuedPaper): Promise<void> => {
  const ref = { owner_id: paper.ownerId, paper_id: paper.paperId }
  await trx
    .insertInto('papers')
    .values({
      ...ref,
      kind: paper.kind,
      totals: JSON.stringify(paper.totals),
      from_date: paper.days?.fromDate ?? null,
      to_date: paper.days?.toDate ?? null,
      sha256: paper.sha256,
      issued_at: paper.issuedAt,
      kid: paper.kid,
      signature: paper.signature,
    })
    .execute()
  await trx
    .insertInto('paper_codes')
    .values({ ...ref, code_hash: hashToken(code) })
    .execute()
}

/** The paper of a code, whoever asks; null when there is none. A near miss takes as long as a far one. */
export const findPaperByCode = async (db: ReadDb, code: string): Promise<IssuedPaper | null> => {
  const of = db.selectFrom('paper_codes').select(['owner_id', 'paper_id'])
  const ref = await of.where('code_hash', '=', hashToken(code)).executeTakeFirst()
  if (!ref) return null
  const own = db.selectFrom('papers').selectAll().where('owner_id', '=', ref.owner_id)
  const record = await own.where('paper_id', '=', ref.paper_id).executeTakeFirst()
  return record
    ? {
        ownerId: record.owner_id,
        paperId: record.paper_id,
        kind: record.kind as PaperKind,
        totals: record.totals as PaperTotal[],
        days: record.from_date && record.to_date ? { fromDate: record.from_date, toDate: record.to_date } : null,
        sha256: record.sha256,
        issuedAt: record.issued_at,
        kid: record.kid,
        signature: record.signature,
      }
    : null
}

export const listPapers = async (
  db: Db,
  ownerId: string,
): Promise<Pick<IssuedPaper, 'issuedAt' | 'kind' | 'totals'>[]> => {
  const own = db.selectFrom('papers').select(['issued_at', 'kind', 'totals']).where('owner_id', '=', ownerId)
  const records = await own.orderBy('paper_id').execute()
  return records.map(({ issued_at: issuedAt, kind, totals }) => ({
    issuedAt,
    kind: kind as PaperKind,
    totals: totals as PaperTotal[],
  }))
}
