import { createFileRoute } from '@tanstack/react-router'
import { requireTier } from '#app/guards.ts'
import { SuccessScreen } from '#features/send/success-screen.tsx'
import { paths } from '#lib/paths.ts'

export const Route = createFileRoute('/_app/payments/send/puente/success')({
  beforeLoad: async (visit) => {
    await requireTier(1)()
    const { requireStep } = await import('#features/send/send-steps.ts')
    requireStep('success', visit)
  },
  staticData: { title: 'send.success.title', parent: paths.home.path },
  component: SuccessScreen,
})
