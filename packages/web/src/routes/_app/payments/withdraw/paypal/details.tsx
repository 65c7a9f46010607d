import { createFileRoute } from '@tanstack/react-router'
import { requireTier } from '#app/guards.ts'
import { WithdrawGate } from '#features/withdrawals/parts/withdraw-gate.tsx'
import { DetailsScreen } from '#features/withdrawals/screens/details-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/withdraw/paypal/details')({
  beforeLoad: async (visit) => {
    await requireTier(1)(visit)
    const { requireWithdrawStep } = await import('#features/withdrawals/parts/withdraw-steps.ts')
    requireWithdrawStep('paypal', 'details', visit)
  },
  staticData: { title: 'withdrawals.paypal.detailsTitle', parent: paths.withdrawPaypalAmount.path, isFlow: true },
  component: () => (
    <WithdrawGate method="paypal">
      <DetailsScreen method="paypal" />
    </WithdrawGate>
  ),
})
