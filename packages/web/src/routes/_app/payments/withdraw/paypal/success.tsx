import { createFileRoute } from '@tanstack/react-router'
import { requireTier } from '#app/guards.ts'
import { SuccessScreen } from '#features/withdrawals/screens/success-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/withdraw/paypal/success')({
  beforeLoad: async (visit) => {
    await requireTier(1)(visit)
    const { requireWithdrawStep } = await import('#features/withdrawals/parts/withdraw-steps.ts')
    requireWithdrawStep('paypal', 'success', visit)
  },
  staticData: { title: 'withdrawals.paypal.successTitle', parent: paths.home.path, isFlow: true },
  component: () => <SuccessScreen method="paypal" />,
})
