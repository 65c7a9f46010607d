import { createFileRoute } from '@tanstack/react-router'
import { requireTier } from '#app/guards.ts'
import { WithdrawGate } from '#features/withdrawals/parts/withdraw-gate.tsx'
import { PaypalScreen } from '#features/withdrawals/screens/paypal-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/withdraw/paypal/')({
  beforeLoad: requireTier(1),
  staticData: { title: 'withdrawals.paypal.title', parent: paths.withdraw.path, isFlow: true },
  component: () => (
    <WithdrawGate method="paypal">
      <PaypalScreen />
    </WithdrawGate>
  ),
})
