import type { DownloadOut, Input, Language, StatementFormat } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { checkedBeforeProof } from '#platform/http/step-up.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import { openStatement, type Statement } from './statement-lines.ts'
import { periodOf, rangeTrouble } from './statement-rules.ts'
import { writeBeancount } from './write-beancount.ts'
import { writeCsv } from './write-csv.ts'
import { writeJournal } from './write-journal.ts'
import { writeOfx } from './write-ofx.ts'

type Asked = Input<'reportTransactions'>
type Form = {
  contentType: string
  extension: string
  write: (statement: Statement, ownerId: string) => AsyncIterable<string | Uint8Array>
}

const TEXT = 'text/plain; charset=utf-8'
const FORMS: Record<StatementFormat, Form> = {
  csv: { contentType: 'text/csv; charset=utf-8', extension: 'csv', write: writeCsv },
  ofx: { contentType: 'application/x-ofx', extension: 'ofx', write: writeOfx },
  ledger: { contentType: TEXT, extension: 'ledger', write: writeJournal },
  beancount: { contentType: TEXT, extension: 'beancount', write: writeBeancount },
}

/** What stands for a person who is hidden from the reader, as on the screens. */
const HIDDEN: Record<Language, string> = { en: 'Blocked User', es: 'Usuario bloqueado', ko: '차단된 사용자' }

/** `invalidRequest` for days that are no range, or too many. */
const requireRange = ({ fromDate, toDate }: Pick<Asked, 'fromDate' | 'toDate'>): void => {
  const reason = rangeTrouble(fromDate, toDate)
  if (reason) throw new Refusal('invalidRequest', { field: 'toDate', reason })
}

const requireBudget = async ({ budgets, user }: Pick<UserCtx, 'budgets' | 'user'>): Promise<void> => {
  const retryAfterSeconds = await budgets.waitOf(user.id, BUDGETS.statements)
  if (retryAfterSeconds > 0) throw new Refusal('tooManyRequests', { retryAfterSeconds })
}

/** A statement of the caller's own transactions. What it says ends where the books stood when it was asked for. */
export const reportTransactions = checkedBeforeProof(
  async (ctx, input: Asked) => {
    requireRange(input)
    await requireBudget(ctx)
  },
  async (ctx: UserCtx, { fromDate, toDate, format }: Asked): Promise<DownloadOut> => {
    requireRange({ fromDate, toDate })
    await ctx.budgets.consume(ctx.user.id, BUDGETS.statements)
    const { contentType, extension, write } = FORMS[format]
    const period = periodOf(fromDate, toDate, ctx.timeZone)
    const statement = await openStatement(ctx, ctx.user.id, period, HIDDEN[ctx.language])
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
    return { pieces: write(statement, ctx.user.id), contentType, filename }
  },
)
