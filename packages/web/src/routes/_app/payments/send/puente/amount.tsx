import { createFileRoute } from '@tanstack/react-router'
import { requireTier } from '#app/guards.ts'
import { SendGate } from '#features/transfers/parts/send-gate.tsx'
import { AmountScreen } from '#features/transfers/screens/amount-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/send/puente/amount')({
  beforeLoad: async (visit) => {
    await requireTier(1)(visit)
    const { requireStep } = await import('#features/transfers/parts/send-steps.ts')
    requireStep('inApp', 'amount', visit)
  },
  staticData: { title: 'transfers.send.amount.title', parent: paths.sendInApp.path, isFlow: true },
  component: () => (
    <SendGate method="inApp">
      <AmountScreen method="inApp" />
    </SendGate>
  ),
})
