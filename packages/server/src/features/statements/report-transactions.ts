import { type DownloadOut, type Input, type Language, languageOf, type StatementFormat } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { checkedBeforeProof, type StepUpCtx } from '#platform/http/step-up.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import { openStatement, type Statement } from './statement-lines.ts'
import { localTimes, type Period, periodOf, rangeTrouble } from './statement-rules.ts'
import { writeBeancount } from './write-beancount.ts'
import { writeCsv } from './write-csv.ts'
import { writeJournal } from './write-journal.ts'
import { writeOfx } from './write-ofx.ts'
import { requireFits, writePdf } from './write-pdf.ts'

type Asked = Input<'reportTransactions'>
type Pieces = AsyncIterable<string | Uint8Array>
type Form = {
  contentType: string
  extension: string
  write: (statement: Statement, ctx: UserCtx, asked: Asked) => Pieces | Promise<Pieces>
}

const TEXT = 'text/plain; charset=utf-8'
const FORMS: Record<StatementFormat, Form> = {
  pdf: { contentType: 'application/pdf', extension: 'pdf', write: writePdf },
  csv: { contentType: 'text/csv; charset=utf-8', extension: 'csv', write: writeCsv },
  ofx: {
    contentType: 'application/x-ofx',
    extension: 'ofx',
    write: (statement, { user }) => writeOfx(statement, user.id),
  },
  ledger: { contentType: TEXT, extension: 'ledger', write: writeJournal },
  beancount: { contentType: TEXT, extension: 'beancount', write: writeBeancount },
}

/** What stands for a person who is hidden from the reader, as on the screens. */
const HIDDEN: Record<Language, string> = { en: 'Blocked User', es: 'Usuario bloqueado', ko: '차단된 사용자' }

/** The days that are asked for, up to today. `invalidRequest` for those that are no range, too many, or all still to come. */
const requirePeriod = async (
  { db, clock, timeZone }: Pick<UserCtx, 'db' | 'clock' | 'timeZone'>,
  { fromDate, toDate }: Pick<Asked, 'fromDate' | 'toDate'>,
): Promise<Period> => {
  const today = localTimes(timeZone)(await databaseNow(db, clock)).slice(0, 10)
  const trouble = rangeTrouble(fromDate, toDate, today)
  if (trouble) throw new Refusal('invalidRequest', trouble)
  return periodOf(fromDate, toDate < today ? toDate : today, timeZone)
}

const requireBudget = async ({ budgets, user }: Pick<UserCtx, 'budgets' | 'user'>): Promise<void> => {
  const retryAfterSeconds = await budgets.waitOf(user.id, BUDGETS.statements)
  if (retryAfterSeconds > 0) throw new Refusal('tooManyRequests', { retryAfterSeconds })
}

const opened = (ctx: StepUpCtx, period: Period, { lang = '' }: Asked): Promise<Statement> =>
  openStatement(ctx, ctx.user.id, period, HIDDEN[languageOf(lang) ?? ctx.language])

/** A statement of the caller's own transactions. What it says ends where the books stood when it was asked for. */
export const reportTransactions = checkedBeforeProof(
  async (ctx, input: Asked) => {
    const period = await requirePeriod(ctx, input)
    await requireBudget(ctx)
    if (input.format === 'pdf') requireFits(await opened(ctx, period, input))
  },
  async (ctx: UserCtx, asked: Asked): Promise<DownloadOut> => {
    const { format } = asked
    const period = await requirePeriod(ctx, asked)
    const { fromDate, toDate } = period
    await ctx.budgets.consume(ctx.user.id, BUDGETS.statements)
    const { contentType, extension, write } = FORMS[format]
    const pieces = await write(await opened(ctx, period, asked), ctx, asked)
    await transaction(ctx.db, 'audit a statement', (trx) =>
      audit(trx, {
        actor: { kind: 'user', id: ctx.user.id, sessionId: ctx.user.sessionId },
        action: 'statement.downloaded',
        result: 'done',
        network: ctx.network,
        requestId: ctx.requestId,
        details: { fromDate, toDate, format },
      }),
    )
    const filename = `puente-${fromDate}-to-${toDate}.${extension}`
    return { pieces, contentType, filename }
  },
)
