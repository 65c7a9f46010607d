import { createFileRoute } from '@tanstack/react-router'
import { requireTier } from '#app/guards.ts'
import { WithdrawGate } from '#features/withdrawals/parts/withdraw-gate.tsx'
import { AmountScreen } from '#features/withdrawals/screens/amount-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/withdraw/bank/amount')({
  beforeLoad: async (visit) => {
    await requireTier(1)(visit)
    const { requireWithdrawStep } = await import('#features/withdrawals/parts/withdraw-steps.ts')
    requireWithdrawStep('bank', 'amount', visit)
  },
  staticData: { title: 'withdrawals.amount.title', parent: paths.withdrawBank.path, isFlow: true },
  component: () => (
    <WithdrawGate method="bank">
      <AmountScreen method="bank" />
    </WithdrawGate>
  ),
})
