/** People who approve one another's payments, as tests of it make them, and what becomes of those payments. */
import type { ApproverRule, EndpointKey, Input } from '@puente/contract'
import { settleApprovers } from '#features/approvers/settle-approvers.ts'
import { sweepPayments } from '#features/rails/sweep-payments.ts'
import { newId } from '#platform/ids.ts'
import type { TestApp } from './app.ts'
import { proved } from './step-up.ts'
import { aUser, signedIn, type TestUser, withBalance } from './factories.ts'

export const EVERYTHING: ApproverRule = { newPayee: true, aboveCents: 0 }
export const BALANCE_CENTS = 1_000_00

const NAMES = ['Ana Ruiz', 'Ben Lee', 'Cleo Park', 'Dora Diaz']
let made = 0
const nameOf = (n: number): string => `${NAMES[n % NAMES.length]} ${'IVXLC'[(made += 1) % 5]}${made}`

export const approversIn = (app: TestApp) => {
  const as = async (user: TestUser, key: EndpointKey, input?: unknown) =>
    app.raw(key, input as never, { headers: await signedIn(app.services, user), key: newId() })
  /** With the proof that it takes, where the suite asks for proofs. */
  const invite = async (owner: TestUser, approver: TestUser, rule: ApproverRule = EVERYTHING) => {
    const headers = await signedIn(app.services, owner)
    const input = { userId: approver.userId, rule }
    const first = await app.raw('inviteApprover', input, { headers })
    if (first.code !== 'stepUpRequired') return first
    const token = await proved({ app, user: owner, headers }, first)
    return app.raw('inviteApprover', input, { headers: { ...headers, 'step-up': token } })
  }
  const answer = (approver: TestUser, owner: TestUser, decision: Input<'answerApprover'>['decision'] = 'accept') =>
    as(approver, 'answerApprover', { userId: owner.userId, decision })
  const send = (from: TestUser, to: TestUser, amount: number) =>
    as(from, 'sendInApp', { toUser: to.userId, amount, currency: 'USD' })
  const decide = (approver: TestUser, transactionId: string, decision: Input<'decideApproval'>['decision']) =>
    as(approver, 'decideApproval', { transactionId, decision })
  const people = (count: number): Promise<TestUser[]> =>
    // Of one name and birthday they would be one person.
    Promise.all(Array.from({ length: count }, (_, n) => aUser(app.services, { tier: 1, fullName: nameOf(n) })))
  return {
    as,
    invite,
    answer,
    send,
    decide,
    cancel: (owner: TestUser, transactionId: string) => as(owner, 'cancelTransaction', { transactionId }),
    /** Ana, with money, whose payments Ben approves, and Cleo, to whom they go. */
    aWorld: async (rule: ApproverRule = EVERYTHING) => {
      const [ana, ben, cleo] = (await people(3)) as [TestUser, TestUser, TestUser]
      await withBalance(app.services, ana, BALANCE_CENTS)
      await invite(ana, ben, rule)
      await answer(ben, ana)
      return { ana, ben, cleo }
    },
    people,
    /** A payment that waits: its id. */
    waiting: async (from: TestUser, to: TestUser, amount = 30_00): Promise<string> => {
      const { data } = await send(from, to, amount)
      return (data as { transactionId: string }).transactionId
    },
    newest: async (user: TestUser) => {
      const { data } = await as(user, 'listTransactions', {})
      return (data as { items: Record<string, unknown>[] }).items[0]
    },
    wallet: async ({ id }: TestUser) => {
      const { balanceCents, heldCents } = await app.services.ledger.balance({ ownerId: id, account: 'wallet' })
      return [Number(balanceCents), Number(heldCents)]
    },
    pass: (hours: number) => app.clock.advance(hours * 3_600_000),
    /** What runs every minute. */
    minute: async () => {
      await sweepPayments(app.services)
      await settleApprovers(app.services)
    },
  }
}
