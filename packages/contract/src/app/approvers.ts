import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { TimestampOut } from '../fields.ts'
import { HANDLE, TransactionIdOut, USER_ID, UserIdOut } from '../ids.ts'
import { AmountIn, CentsOut, CurrencyOut } from '../money.ts'
import { MAX_CENTS } from '../money-bounds.ts'
import { MovementStateOut } from './activity.ts'

/** So many approvers, invited ones included, may a person have; and for so many people may one approve. */
export const APPROVERS_MAX = 3
export const APPROVED_PEOPLE_MAX = 20

/** How long a payment waits for its approver, and how long what protects less than before keeps the old rule. */
export const APPROVAL_HOURS = 24

/** What became of a payment that waits: `waiting` until it is one of the others. */
export const APPROVAL_OUTCOMES = ['waiting', 'approved', 'declined', 'cancelled', 'expired'] as const
export type ApprovalOutcome = (typeof APPROVAL_OUTCOMES)[number]

const Rule = z.object({
  /** The first payment from the balance to somebody. */
  newPayee: z.boolean(),
  /** Above this, in cents, together with what the same person got within 24 hours; null for no such rule. */
  aboveCents: z.nullable(CentsOut),
})
export type ApproverRule = z.infer<typeof Rule>

/** A rule says something. */
const RuleIn = z
  .strictObject(
    {
      newPayee: z.boolean('invalidRequest'),
      aboveCents: z.nullable(
        z
          .number('invalidAmount')
          .check(z.int('invalidAmount'), z.gte(0, 'invalidAmount'), z.lte(MAX_CENTS, 'invalidAmount')),
      ),
    },
    'invalidRequest',
  )
  .check(z.refine(({ newPayee, aboveCents }) => newPayee || aboveCents !== null, 'invalidRequest:ruleEmpty'))

/** A user id or a public handle; one that is malformed names nobody. */
const PersonIn = z
  .string('userNotFound')
  .check(z.refine((value) => USER_ID.test(value) || HANDLE.test(value), 'userNotFound'))

const Other = {
  userId: UserIdOut,
  fullName: z.string(),
  publicTransactionId: z.string(),
  image: z.nullable(z.string()),
  business: z.boolean(),
  /** `invited` until they have said yes. */
  state: z.enum(['invited', 'active']),
  rule: Rule,
  since: TimestampOut,
  /** It has been taken away, and ends then. */
  endsAt: z.nullable(TimestampOut),
}

const Approver = z.object({
  ...Other,
  /** The rule that takes the place of this one, which protects more; null where none does. */
  next: z.nullable(z.object({ rule: Rule, at: TimestampOut })),
  /** Until then an approver who was there before decides; null once they decide themselves. */
  decidesFrom: z.nullable(TimestampOut),
})
export type ApproverRow = z.infer<typeof Approver>

const Approving = z.object(Other)
export type ApprovingRow = z.infer<typeof Approving>

const Both = z.object({
  /** Who approves the caller's payments, or is asked to. */
  approvers: z.array(Approver),
  /** For whom the caller approves, or is asked to. */
  approving: z.array(Approving),
})

/** A payment that waits, as its approver sees it: what is needed to decide, and nothing else of the person who pays. */
const Decision = z.object({
  transactionId: TransactionIdOut,
  outcome: z.enum(APPROVAL_OUTCOMES),
  /** Who pays. */
  userId: UserIdOut,
  fullName: z.string(),
  image: z.nullable(z.string()),
  /** Whom they pay. */
  to: z.object({
    fullName: z.string(),
    publicTransactionId: z.string(),
    image: z.nullable(z.string()),
    business: z.boolean(),
  }),
  /** Their first payment to this person, as it was when they made it. */
  isFirst: z.boolean(),
  amount: CentsOut,
  currency: CurrencyOut,
  note: z.string(),
  date: TimestampOut,
  expiresAt: TimestampOut,
})
export type ApprovalDecision = z.infer<typeof Decision>

const act = { method: 'POST', access: 'user', throttle: 'notes', priority: 'lists' } as const
const onePerson = z.strictObject({ userId: PersonIn })
const TransactionIn = z.string('notFound').check(z.regex(/^txn_[0-9a-f]{32}$/, 'notFound'))

export const approvers = {
  listApprovers: {
    method: 'GET',
    path: '/approvers/list',
    summary: "Who approves the caller's payments, and for whom the caller approves",
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    background: true,
    result: Both,
    refuses: [],
  },
  inviteApprover: {
    ...act,
    path: '/approvers/invite',
    summary: 'Ask a person to approve payments. Again changes the rule of an invitation that is open',
    needs: ['open', 'contacts', 'tier1'],
    stepUp: 'whenAsked',
    body: z.strictObject({ userId: PersonIn, rule: RuleIn }),
    result: Both,
    refuses: [
      'invalidAmount',
      'userNotFound',
      'invalidUser',
      'limitExceeded',
      'accountRestricted',
      'emailNotVerified',
      'kycRequired',
    ],
  },
  answerApprover: {
    ...act,
    path: '/approvers/answer',
    summary: 'Say yes or no to somebody who asks for an approver. What is said already is answered alike',
    /** Of a yes. To say no takes nothing. */
    needs: ['open', 'contacts', 'tier1'],
    body: z.strictObject({ userId: PersonIn, decision: z.enum(['accept', 'decline'], 'invalidType') }),
    result: Both,
    refuses: [
      'userNotFound',
      'invalidType',
      'notFound',
      'invalidUser',
      'limitExceeded',
      'accountRestricted',
      'emailNotVerified',
      'kycRequired',
    ],
  },
  changeApprover: {
    ...act,
    path: '/approvers/change',
    summary:
      'Change what an approver approves: at once what protects more, in 24 hours and with a proof what protects less',
    stepUp: 'whenAsked',
    body: z.strictObject({ userId: PersonIn, rule: RuleIn }),
    result: Both,
    refuses: ['userNotFound', 'invalidAmount', 'notFound'],
  },
  removeApprover: {
    ...act,
    path: '/approvers/remove',
    summary: 'Take an invitation back, or an approver away in 24 hours, which takes a proof',
    stepUp: 'whenAsked',
    body: onePerson,
    result: Both,
    refuses: ['userNotFound', 'notFound'],
  },
  keepApprover: {
    ...act,
    path: '/approvers/keep',
    summary: 'Undo what was to protect less: the approver and the rule stay as they are',
    body: onePerson,
    result: Both,
    refuses: ['userNotFound', 'notFound'],
  },
  leaveApprover: {
    ...act,
    path: '/approvers/leave',
    summary: 'Approve no more for a person, at once',
    body: onePerson,
    result: Both,
    refuses: ['userNotFound', 'notFound'],
  },
  checkApproval: {
    method: 'POST',
    path: '/approvers/check',
    summary: 'Who approves a payment from the balance first, as things stand',
    access: 'user',
    throttle: 'quote',
    priority: 'quotes',
    inDoubt: 'served',
    background: true,
    body: z.strictObject({ toUser: PersonIn, amount: AmountIn }),
    result: z.object({
      /** Their names; none when it needs nobody. */
      names: z.array(z.string()),
      /** Nobody but the one who is paid could approve it: it is refused. */
      isImpossible: z.boolean(),
    }),
    refuses: ['userNotFound', 'invalidAmount'],
  },
  listDecisions: {
    method: 'GET',
    path: '/approvers/decisions',
    summary: 'Payments of others that wait for the caller, the oldest first',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    background: true,
    result: z.object({ items: z.array(Decision) }),
    refuses: [],
  },
  getDecision: {
    method: 'GET',
    path: '/approvers/decision',
    summary: 'One payment that waits or waited for the caller',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    background: true,
    query: z.strictObject({ transactionId: TransactionIn }),
    result: Decision,
    refuses: ['notFound'],
  },
  decideApproval: {
    method: 'POST',
    path: '/approvers/decide',
    summary:
      'Approve or decline a payment that waits for the caller; the first word counts, and repeating it is harmless',
    access: 'user',
    throttle: 'money',
    priority: 'money',
    /** Of a yes. */
    needs: ['open'],
    stepUp: 'whenAsked',
    body: z.strictObject({ transactionId: TransactionIn, decision: z.enum(['approve', 'decline'], 'invalidType') }),
    result: z.object({ transactionId: TransactionIdOut, state: MovementStateOut, outcome: z.enum(APPROVAL_OUTCOMES) }),
    refuses: ['invalidType', 'notFound', 'invalidUser', 'accountRestricted'],
  },
} as const satisfies Endpoints
