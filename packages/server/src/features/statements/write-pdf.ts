/** A statement as a signed paper. It is whole before its first byte is sent, so what fails is refused and not broken off. */
import { findPersonById } from '#features/accounts/index.ts'
import { issuePaper, type PaperAsked } from '#features/papers/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { PAPER_ROWS_MAX } from '#platform/papers/paper.ts'
import { statementContent, statementTotals } from './statement-content.ts'
import type { Statement } from './statement-lines.ts'
import type { Line } from './statement-rules.ts'

/** `invalidRequest` for more rows than a paper holds. The numbers of an account's entries have no gaps. */
export const requireFits = ({ opening, closing }: Pick<Statement, 'opening' | 'closing'>): void => {
  const rows = Number(closing.seq - opening.seq)
  if (rows > PAPER_ROWS_MAX)
    throw new Refusal('invalidRequest', { field: 'toDate', reason: 'tooManyRows', rows, most: PAPER_ROWS_MAX })
}

const allOf = async ({ lines }: Statement): Promise<Line[]> => {
  const all: Line[] = []
  for await (const page of lines()) all.push(...page)
  return all
}

export const writePdf = async (
  statement: Statement,
  ctx: UserCtx,
  asked: PaperAsked,
): Promise<AsyncIterable<Uint8Array>> => {
  requireFits(statement)
  const { period, at, opening, closing } = statement
  const [own, lines] = await Promise.all([findPersonById(ctx.db, ctx.user.id), allOf(statement)])
  const paper = {
    period,
    at,
    openingCents: opening.balanceCents,
    closingCents: closing.balanceCents,
    heldCents: closing.heldCents,
    lines,
    holder: { name: own?.fullName ?? ctx.user.fullName, handle: own?.handle ?? '' },
  }
  const { bytes } = await issuePaper(ctx, asked, {
    ownerId: ctx.user.id,
    kind: 'statement',
    days: { fromDate: period.fromDate, toDate: period.toDate },
    totals: statementTotals(paper),
    contentOf: statementContent(paper),
  })
  return (async function* () {
    yield bytes
  })()
}
