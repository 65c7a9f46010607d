/**
 * What operators do about the programme. Switching it off or on takes one operator: nothing that is earned is lost by it. A budget
 * takes two, as everything that gives money away does; the product books it.
 */
import {
  approval,
  digestOver,
  type OperatorContext,
  type OperatorCredentials,
  OperatorRefused,
  requireOperator,
} from '#features/operations/index.ts'
import { audit } from '#platform/audit.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import {
  approveOpenBudget,
  findOpenBudget,
  insertBudget,
  type ProposedBudget,
  readLine,
  readMoney,
} from './budgets-store.ts'
import { insertProgramme, programmeAt, readProgrammes, rulesAt } from './programme-store.ts'

/** Batches of the last moments may still be committing. */
const SETTLED_MS = 60_000
/** More than a mistake of one digit too many. */
const MOST_BUDGET_CENTS = 100_000_000n

export const readProgrammeStatus = async ({ db, clock }: Pick<OperatorContext, 'db'> & { clock: Clock }) => {
  const at = await databaseNow(db, clock)
  const programmes = await readProgrammes(db)
  const [line, money] = await Promise.all([readLine(db), readMoney(db, new Date(at.getTime() - SETTLED_MS))])
  return { programme: programmeAt(programmes, at), rules: rulesAt(programmes, at), line, ...money }
}

export const switchProgramme = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  { isOn, reason }: { isOn: boolean; reason: string },
): Promise<void> => {
  const operator = await requireOperator(ctx, credentials)
  const at = await databaseNow(ctx.db, systemClock)
  if (programmeAt(await readProgrammes(ctx.db), at).isOn === isOn)
    throw new OperatorRefused(`The programme is ${isOn ? 'on' : 'off'} already`)
  await transaction(ctx.db, 'switch the rewards programme', async (trx) => {
    await insertProgramme(trx, { isOn }, at)
    await audit(trx, {
      actor: { kind: 'operator', id: operator },
      action: isOn ? 'rewards.switched-on' : 'rewards.switched-off',
      object: { type: 'rewards', id: 'programme' },
      result: 'done',
      details: { reason },
    })
  })
}

const digestOf = ({ cents, reason, maker, proposedAt }: Omit<ProposedBudget, 'digest'>): string =>
  digestOver('rewards budget', cents, reason, maker, proposedAt)

/** Proposes what a month may cost and answers with the digest that another operator has to approve. */
export const proposeBudget = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  { cents, reason }: { cents: bigint; reason: string },
): Promise<string> => {
  const maker = await requireOperator(ctx, credentials)
  if (cents < 0n || cents > MOST_BUDGET_CENTS)
    throw new OperatorRefused(`A budget is between 0 and ${MOST_BUDGET_CENTS} cents`)
  const proposed = { cents, reason, maker, proposedAt: await databaseNow(ctx.db, systemClock) }
  const digest = digestOf(proposed)
  await transaction(ctx.db, 'propose a budget', async (trx) => {
    await insertBudget(trx, { ...proposed, digest })
    await audit(trx, {
      actor: { kind: 'operator', id: maker },
      action: 'rewards.budget-proposed',
      object: { type: 'rewards', id: digest },
      result: 'done',
      details: { cents: Number(cents), reason },
    })
  })
  return digest
}

/** Approves another operator's proposal. It is in force from now on; the product books the difference within a minute. */
export const approveBudget = approval({
  purpose: 'approve a budget',
  find: findOpenBudget,
  digestOf,
  keep: approveOpenBudget,
  also: (trx, { cents }, at) => insertProgramme(trx, { budgetCents: cents }, at),
  trail: ({ digest, cents }) => ({
    action: 'rewards.budget-approved',
    object: { type: 'rewards', id: digest },
    details: { cents: Number(cents) },
  }),
})
