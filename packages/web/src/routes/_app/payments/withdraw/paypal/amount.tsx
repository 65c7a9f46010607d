import { createFileRoute } from '@tanstack/react-router'
import { requireTier } from '#app/guards.ts'
import { WithdrawGate } from '#features/withdrawals/parts/withdraw-gate.tsx'
import { AmountScreen } from '#features/withdrawals/screens/amount-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/withdraw/paypal/amount')({
  beforeLoad: async (visit) => {
    await requireTier(1)(visit)
    const { requireWithdrawStep } = await import('#features/withdrawals/parts/withdraw-steps.ts')
    requireWithdrawStep('paypal', 'amount', visit)
  },
  staticData: { title: 'withdrawals.paypal.amountTitle', parent: paths.withdrawPaypal.path, isFlow: true },
  component: () => (
    <WithdrawGate method="paypal">
      <AmountScreen method="paypal" />
    </WithdrawGate>
  ),
})
