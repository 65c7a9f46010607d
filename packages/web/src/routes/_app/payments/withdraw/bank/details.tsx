import { createFileRoute } from '@tanstack/react-router'
import { requireTier } from '#app/guards.ts'
import { WithdrawGate } from '#features/withdrawals/parts/withdraw-gate.tsx'
import { DetailsScreen } from '#features/withdrawals/screens/details-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/withdraw/bank/details')({
  beforeLoad: async (visit) => {
    await requireTier(1)(visit)
    const { requireWithdrawStep } = await import('#features/withdrawals/parts/withdraw-steps.ts')
    requireWithdrawStep('bank', 'details', visit)
  },
  staticData: { title: 'withdrawals.details.title', parent: paths.withdrawBankAmount.path, isFlow: true },
  component: () => (
    <WithdrawGate method="bank">
      <DetailsScreen method="bank" />
    </WithdrawGate>
  ),
})
