import { Refusal } from '#platform/http/refusal.ts'
import { databaseNow, type Trx } from '#platform/db/database.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import type { Approver, ApproverRef } from './approver.ts'
import { isThereAt } from './approver-rules.ts'
import { listOwn, lockOwn } from './approvers-store.ts'
import { namedId } from './named-person.ts'

const oneOf = (rows: readonly Approver[], approverId: string | null, at: Date): Approver => {
  const found = rows.find((one) => one.approverId === approverId && isThereAt(one, at))
  if (!found) throw new Refusal('notFound')
  return found
}

/** An approver of the caller's, invited or active; `notFound` for anybody else. */
export const requireOwn = async (ctx: UserCtx, named: string): Promise<Approver> => {
  const [rows, approverId, at] = await Promise.all([
    listOwn(ctx.db, ctx.user.id),
    namedId(ctx.db, named),
    databaseNow(ctx.db, ctx.clock),
  ])
  return oneOf(rows, approverId, at)
}

/** The same for change. */
export const lockOne = async (trx: Trx, { ownerId, approverId }: ApproverRef, at: Date): Promise<Approver> =>
  oneOf(await lockOwn(trx, ownerId), approverId, at)
