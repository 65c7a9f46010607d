import { createFileRoute } from '@tanstack/react-router'
import { requireTier } from '#app/guards.ts'
import { SendGate } from '#features/transfers/parts/send-gate.tsx'
import { DetailScreen } from '#features/transfers/screens/detail-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/send/puente/detail')({
  beforeLoad: async (visit) => {
    await requireTier(1)(visit)
    const { requireStep } = await import('#features/transfers/parts/send-steps.ts')
    requireStep('inApp', 'detail', visit)
  },
  staticData: { title: 'transfers.send.detail.title', parent: paths.sendInAppAmount.path, isFlow: true },
  component: () => (
    <SendGate method="inApp">
      <DetailScreen method="inApp" />
    </SendGate>
  ),
})
