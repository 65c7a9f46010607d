import { createFileRoute } from '@tanstack/react-router'
import { requireContacts } from '#app/guards.ts'
import { SendGate } from '#features/transfers/parts/send-gate.tsx'
import { DetailScreen } from '#features/transfers/screens/detail-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/send/card/detail')({
  beforeLoad: async (visit) => {
    await requireContacts(visit)
    const { requireStep } = await import('#features/transfers/parts/send-steps.ts')
    requireStep('card', 'detail', visit)
  },
  staticData: {
    title: 'transfers.send.detail.title',
    tab: 'transfers.send.tabs.card.detail',
    parent: paths.sendCardAmount.path,
    isFlow: true,
  },
  component: () => (
    <SendGate method="card">
      <DetailScreen method="card" />
    </SendGate>
  ),
})
