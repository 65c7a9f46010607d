/**
 * The two walks behind statements. Rows come as they were made, every one of the period, however it stands; lines come in the
 * order of the books, every entry of the period. Both are read a page at a time and end where the books stood when the
 * statement was asked for: a person's money moves under one lock, so what is committed meanwhile lies behind that end, and
 * nothing is left out, told twice or torn apart while others write.
 */
import { type AccountRef, type Standing, WALLET } from '@puente/ledger'
import { findBlockedBy } from '#features/contacts/index.ts'
import { boundedPool } from '#platform/bounded-pool.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import type { Line, Period, Told } from './statement-rules.ts'
import { beforeAll, findPosted, listMade, type StatementMovement } from './statements-store.ts'

type Reading = Pick<UserCtx, 'db' | 'ledger' | 'clock'>

/** A statement whose ends are fixed; its rows and lines are read when they are asked for. */
export type Statement = {
  period: Period
  /** When it was asked for. */
  at: Date
  opening: Standing
  /** `heldCents` of its balance are on hold. */
  closing: Standing & { heldCents: bigint }
  rows: () => AsyncGenerator<Told[]>
  lines: () => AsyncGenerator<Line[]>
}

/** Rows at a time: few enough that nobody waits for them to be written. */
const PAGE = 500

/** Pages at a time, whoever reads them: the connections are there for everybody else. Of those that are sent, each wants one at most. */
const reading = boundedPool(3, 64)

type Hiding = { blocked: ReadonlySet<string>; hiddenName: string }

const toldOf = (row: StatementMovement, { blocked, hiddenName }: Hiding): Told => {
  const isHidden = row.is_gone || (row.counterpart_id !== null && blocked.has(row.counterpart_id))
  return {
    movementId: row.movement_id,
    type: row.type,
    state: row.state,
    method: row.method,
    direction: row.direction === 1 ? 1 : -1,
    amountCents: row.amount_cents,
    feeCents: row.fee_cents,
    currency: row.currency,
    balanceCents: row.balance_after_cents,
    counterpart: isHidden ? hiddenName : (row.counterpart_name ?? row.payee ?? ''),
    note: row.private_note ?? row.note,
    reference: row.reference,
    createdAt: row.created_at,
  }
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

/**
 * How the wallet stood, and what of it was held. A batch that commits while both are read could be in one and not in the other: what ends a
 * hold by paying from it makes an entry, and then both are read again.
 */
const closingOf = async (
  ledger: Reading['ledger'],
  wallet: AccountRef,
  moment: Date,
): Promise<Statement['closing']> => {
  const before = await ledger.standingBefore(wallet, moment)
  const heldCents = await ledger.heldBefore(wallet, moment)
  const after = await ledger.standingBefore(wallet, moment)
  return before.seq === after.seq ? { ...after, heldCents } : closingOf(ledger, wallet, moment)
}

/** Fixes the ends of a person's statement. `hiddenName` stands for people who are hidden from them. */
export const openStatement = async (
  { db, ledger, clock }: Reading,
  ownerId: string,
  period: Period,
  hiddenName: string,
): Promise<Statement> => {
  const at = await databaseNow(db, clock)
  const wallet = { ownerId, account: WALLET }
  const [opening, closing, blocked] = await Promise.all([
    ledger.standingBefore(wallet, period.from),
    closingOf(ledger, wallet, earlier(period.until, at)),
    findBlockedBy(db, ownerId),
  ])
  const hiding = { blocked, hiddenName }

  const rows = async function* (): AsyncGenerator<Told[]> {
    const until = earlier(period.until, at)
    let after = beforeAll(period.from)
    for (;;) {
      const page = await reading(() => listMade(db, ownerId, { after, until, limit: PAGE }))
      const last = page.at(-1)
      if (last) yield page.map((row) => toldOf(row, hiding))
      if (!last || page.length < PAGE) return
      after = { createdAt: last.created_at, movementId: last.movement_id }
    }
  }

  const linesAfter = async (after: bigint) => {
    const entries = await ledger.entries(wallet, { after, upTo: closing.seq, limit: PAGE })
    return { entries, movements: await findPosted(db, ownerId, entries) }
  }
  const lines = async function* (): AsyncGenerator<Line[]> {
    let after = opening.seq
    while (after < closing.seq) {
      const { entries, movements } = await reading(() => linesAfter(after))
      yield entries.map(({ seq, transferId, amountCents, balanceAfterCents, at: postedAt }) => {
        const row = movements.get(seq)
        return {
          id: row?.movement_id ?? transferId,
          seq,
          at: postedAt,
          changeCents: amountCents,
          balanceCents: balanceAfterCents,
          told: row ? toldOf(row, hiding) : null,
        }
      })
      after = entries.at(-1)?.seq ?? closing.seq
    }
  }
  return { period, at, opening, closing, rows, lines }
}
