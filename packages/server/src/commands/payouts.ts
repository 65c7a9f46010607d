/**
 * `npm run payouts -- …`, what operators do about money that was stopped on its way out, came back in a way that makes no sense, or is set
 * aside for a fraud warning:
 *
 *   cases                                     withdrawals, returns and fraud warnings on hold, the oldest first
 *   orders                                    the latest decisions, and what became of them
 *   release --by OPERATOR --case ID --evidence TEXT
 *                                             proposes to give it back to its owner; of a closed account it is kept for them, unclaimed;
 *                                             of a fraud warning, to free what is set aside
 *   block --by OPERATOR --case ID --evidence TEXT
 *                                             proposes to book a blocked withdrawal as blocked: it leaves the wallet
 *   approve --by OPERATOR --approve DIGEST    approves what another operator proposed; the product does it
 *
 * The operator's secret is asked for, or read from OPERATOR_SECRET. Never give back what the law has stopped:
 * docs/runbooks/withdrawals.md; about fraud warnings, docs/runbooks/disputes.md.
 */
import { transactionId, uuidOf } from '@puente/contract'
import {
  approvePayoutDecision,
  type OperatorContext,
  OperatorRefused,
  proposeDecision,
  readPayoutCases,
  readPayoutDecisions,
} from '#features/operations/index.ts'
import { operatorShell, say } from './operator-shell.ts'

const USAGE = `npm run payouts -- cases
npm run payouts -- orders
npm run payouts -- release|block --by OPERATOR --case ID --evidence TEXT
npm run payouts -- approve --by OPERATOR --approve DIGEST`

const { values, required, readCredentials, run } = operatorShell(USAGE, ['case', 'evidence', 'approve'])

const propose = (act: 'release' | 'block') => async (ctx: OperatorContext) => {
  const caseId = uuidOf(required('case'), 'txn')
  if (caseId === null) throw new OperatorRefused(USAGE)
  const asked = { caseId, act, reference: required('evidence') }
  const digest = await proposeDecision(ctx, await readCredentials(), asked)
  say('Proposed. Within 24 hours, another operator has to run:')
  say(`  npm run payouts -- approve --by OPERATOR --approve ${digest}`)
}

await run({
  cases: async (ctx) => {
    for (const held of await readPayoutCases(ctx)) {
      const { movementId, ownerId, type, method, amountCents, holdReason, createdAt, details } = held
      const cameBack = details['fraudWarning'] === true ? 'fraud warning' : 'came back'
      const what = type === 'reversal' ? cameBack : 'withdrawal'
      say(
        `${transactionId(movementId)} ${createdAt.toISOString()} ${method}, ${what}: ${amountCents} cents, ${holdReason}`,
      )
      say(`  user ${ownerId}`)
    }
  },
  orders: async (ctx) => {
    for (const { digest, caseId, act, maker, checker, outcome, reference } of await readPayoutDecisions(ctx)) {
      const standing = outcome ?? (checker === null ? 'waits for another operator' : 'approved')
      const by = checker === null ? maker : `${maker} and ${checker}`
      say(`${digest} ${act} ${transactionId(caseId)} by ${by}: ${standing} (${reference})`)
    }
  },
  release: propose('release'),
  block: propose('block'),
  approve: async (ctx) => {
    if (values.approve === undefined) throw new OperatorRefused(USAGE)
    await approvePayoutDecision(ctx, await readCredentials(), values.approve)
    say('Approved. It is carried out within a minute: npm run payouts -- orders')
  },
})
