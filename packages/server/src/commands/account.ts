/**
 * `npm run account -- …`, what operators do about one person's account:
 *
 *   freeze --by OPERATOR --user HANDLE --reason REASON --case NUMBER
 *                                             nothing leaves it until an operator ends it; the owner sees the reason
 *   unfreeze --by OPERATOR --user HANDLE --why WHY --case NUMBER
 *   end-sessions --by OPERATOR --user HANDLE --why WHY --case NUMBER
 *                                             logs them out everywhere within a minute
 *   limit --by OPERATOR --user HANDLE --row L-08 --cents CENTS --until MOMENT --reason REASON --note TEXT
 *                                             proposes a limit of the person's own and prints the proposal's digest
 *   limit --by OPERATOR --approve DIGEST      approves what another operator proposed; it is in force at once
 *   limit --by OPERATOR --withdraw DIGEST     ends one that allows more than the row does
 *   limits                                    the latest, and what became of them
 *   reset-factors --by OPERATOR --user HANDLE --phone keep|remove --case NUMBER --note TEXT
 *                                             for an owner who lost every way to confirm that it is them: proposes to take the
 *                                             factors off the account, and its phone number, and prints the proposal's digest
 *   reset-factors --by OPERATOR --approve DIGEST
 *
 * Each leaves a line in the person's own access log. The operator's secret is asked for, or read from OPERATOR_SECRET.
 */
import { ACCESS_REASONS, FREEZE_REASONS } from '@puente/contract'
import {
  approveFactorReset,
  approveLimitOverride,
  endSessionsByOperator,
  freezeAccountByOperator,
  listLimitOverrides,
  type OperatorContext,
  OperatorRefused,
  proposeFactorReset,
  proposeOverride,
  unfreezeAccountByOperator,
  withdrawLimitOverride,
} from '#features/operations/index.ts'
import { operatorShell, say } from './operator-shell.ts'

const USAGE = `npm run account -- freeze --by OPERATOR --user HANDLE --reason REASON --case NUMBER
npm run account -- unfreeze --by OPERATOR --user HANDLE --why WHY --case NUMBER
npm run account -- end-sessions --by OPERATOR --user HANDLE --why WHY --case NUMBER
npm run account -- limit --by OPERATOR --user HANDLE --row ROW --cents CENTS --until MOMENT --reason REASON --note TEXT
npm run account -- limit --by OPERATOR --approve|--withdraw DIGEST
npm run account -- limits
npm run account -- reset-factors --by OPERATOR --user HANDLE --phone keep|remove --case NUMBER --note TEXT
npm run account -- reset-factors --by OPERATOR --approve DIGEST

REASON of a freeze: ${FREEZE_REASONS.join(', ')}
WHY: ${ACCESS_REASONS.join(', ')}`

const shell = operatorShell(USAGE, [
  'user',
  'reason',
  'why',
  'case',
  'row',
  'cents',
  'until',
  'note',
  'approve',
  'withdraw',
  'phone',
])
const { values, required, readCredentials } = shell

const typedCents = (): bigint => {
  const text = required('cents')
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new OperatorRefused('An amount is a whole number of cents')
  return BigInt(text)
}

const typedMoment = (): Date => {
  const moment = new Date(required('until'))
  if (Number.isNaN(moment.getTime())) throw new OperatorRefused('A moment is like 2027-01-31T18:00:00Z')
  return moment
}

const propose = async (ctx: OperatorContext): Promise<void> => {
  const asked = {
    handle: required('user'),
    row: required('row'),
    amountCents: typedCents(),
    reason: required('reason'),
    note: required('note'),
    endsAt: typedMoment(),
  }
  const digest = await proposeOverride(ctx, await readCredentials(), asked)
  say('Proposed. Within 24 hours, another operator has to run:')
  say(`  npm run account -- limit --by OPERATOR --approve ${digest}`)
}

const typedPhone = (): boolean => {
  const choice = required('phone')
  if (choice !== 'keep' && choice !== 'remove') throw new OperatorRefused('--phone is keep or remove')
  return choice === 'remove'
}

const LIMITS_SHOWN = 20

await shell.run({
  freeze: async (ctx) => {
    const asked = { handle: required('user'), reason: required('reason'), reference: required('case') }
    await freezeAccountByOperator(ctx, await readCredentials(), asked)
    say('The account is frozen')
  },
  unfreeze: async (ctx) => {
    const asked = { handle: required('user'), reason: required('why'), reference: required('case') }
    const isOpen = await unfreezeAccountByOperator(ctx, await readCredentials(), asked)
    say(isOpen ? 'The account is open' : 'Its owner has frozen the account too, and alone can end that')
  },
  'end-sessions': async (ctx) => {
    const asked = { handle: required('user'), reason: required('why'), reference: required('case') }
    await endSessionsByOperator(ctx, await readCredentials(), asked)
    say('Ordered. They are logged out within a minute.')
  },
  limit: async (ctx) => {
    if (values.approve !== undefined) {
      await approveLimitOverride(ctx, await readCredentials(), values.approve)
      return say('Approved. It is in force.')
    }
    if (values.withdraw !== undefined) {
      await withdrawLimitOverride(ctx, await readCredentials(), values.withdraw)
      return say('Withdrawn')
    }
    return propose(ctx)
  },
  'reset-factors': async (ctx) => {
    if (values.approve !== undefined) {
      await approveFactorReset(ctx, await readCredentials(), values.approve)
      return say('Approved. It is carried out within a minute.')
    }
    const asked = {
      handle: required('user'),
      phone: typedPhone(),
      reference: required('case'),
      note: required('note'),
    }
    const digest = await proposeFactorReset(ctx, await readCredentials(), asked)
    say('Proposed. Within 24 hours, another operator has to run:')
    say(`  npm run account -- reset-factors --by OPERATOR --approve ${digest}`)
  },
  limits: async ({ db }) => {
    for (const one of await listLimitOverrides(db, LIMITS_SHOWN)) {
      const standing = one.withdrawnAt ? 'withdrawn' : one.checker === null ? 'proposed' : 'approved'
      say(`${one.row}: ${one.amountCents} cents until ${one.endsAt.toISOString()}, user ${one.ownerId}: ${standing}`)
      say(`  ${one.digest} by ${one.maker}${one.checker === null ? '' : ` and ${one.checker}`}: ${one.note}`)
    }
  },
})
