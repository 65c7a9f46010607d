/**
 * Finds out what became of a withdrawal that was sent without an answer. Found, it is taken over; that there is none is proved
 * only by two looks far enough apart, and it is sent again while its key lives. After that operators find out, and it is still looked for
 * where a look sends nothing.
 */
import { markAbsent, markUnsent, type Payout } from '#features/payments/index.ts'
import type { Services } from '#platform/services.ts'
import { applySnapshot } from './apply-payout.ts'
import { requestOf } from './destination.ts'
import { holdWithdrawal, leaveToOperators } from './move-withdrawal.ts'
import { underLease } from './submit-withdrawal.ts'
import type { WithdrawalRail } from './withdrawal-rail.ts'
import { isAbsenceProved, isKeyOver, mayLook } from './withdrawal-rules.ts'

export const findWithdrawal = (
  services: Services,
  rail: WithdrawalRail,
  ref: Pick<Payout, 'ownerId' | 'ref'>,
  { at, timeoutMs }: { at: Date; timeoutMs: number },
): Promise<void> =>
  underLease(services, ref, async (payout, lease) => {
    const { state } = payout
    if ((state !== 'submitting' && state !== 'submitUnknown') || !mayLook(payout, at)) return
    const isOver = isKeyOver(payout, at)
    const mayAsk = !isOver || !rail.looksByRepeat
    const found = mayAsk
      ? await services.payouts[rail.rail].findByRef(requestOf(services, rail, payout), { timeoutMs })
      : 'cannotTell'
    if (found && found !== 'cannotTell') await applySnapshot(services, rail, payout, found)
    else if (isOver) await leaveToOperators(services, payout)
    else if (found === 'cannotTell') await holdWithdrawal(services, payout, { to: null, holdReason: 'providerUnknown' })
    else if (payout.absentAt === null) await markAbsent(services.db, payout, at)
    else if (isAbsenceProved(payout, at)) await markUnsent(services.db, lease, { from: state, to: 'queued' }, at)
  })
