import { createFileRoute } from '@tanstack/react-router'
import { requireTier } from '#app/guards.ts'
import { SuccessScreen } from '#features/withdrawals/screens/success-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/withdraw/bank/success')({
  beforeLoad: async (visit) => {
    await requireTier(1)(visit)
    const { requireWithdrawStep } = await import('#features/withdrawals/parts/withdraw-steps.ts')
    requireWithdrawStep('bank', 'success', visit)
  },
  staticData: { title: 'withdrawals.success.title', parent: paths.home.path, isFlow: true },
  component: () => <SuccessScreen method="bank" />,
})
