import { createFileRoute } from '@tanstack/react-router'
import { requireContacts } from '#app/guards.ts'
import { SendGate } from '#features/transfers/parts/send-gate.tsx'
import { DetailScreen } from '#features/transfers/screens/detail-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/send/zelle/detail')({
  beforeLoad: async (visit) => {
    await requireContacts(visit)
    const { requireStep } = await import('#features/transfers/parts/send-steps.ts')
    requireStep('zelle', 'detail', visit)
  },
  staticData: {
    title: 'transfers.send.detail.title',
    tab: 'transfers.send.tabs.zelle.detail',
    parent: paths.sendZelleAmount.path,
    isFlow: true,
  },
  component: () => (
    <SendGate method="zelle">
      <DetailScreen method="zelle" />
    </SendGate>
  ),
})
