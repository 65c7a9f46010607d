import { createFileRoute } from '@tanstack/react-router'
import { requireTier } from '#app/guards.ts'
import { SuccessScreen } from '#features/transfers/screens/success-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/send/puente/success')({
  beforeLoad: async (visit) => {
    await requireTier(1)(visit)
    const { requireStep } = await import('#features/transfers/parts/send-steps.ts')
    requireStep('inApp', 'success', visit)
  },
  staticData: { title: 'transfers.send.success.title', parent: paths.home.path, isFlow: true },
  component: SuccessScreen,
})
