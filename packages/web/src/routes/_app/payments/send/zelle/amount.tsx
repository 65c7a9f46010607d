import { createFileRoute } from '@tanstack/react-router'
import { requireContacts } from '#app/guards.ts'
import { SendGate } from '#features/transfers/parts/send-gate.tsx'
import { AmountScreen } from '#features/transfers/screens/amount-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/send/zelle/amount')({
  beforeLoad: async (visit) => {
    await requireContacts(visit)
    const { requireStep } = await import('#features/transfers/parts/send-steps.ts')
    requireStep('zelle', 'amount', visit)
  },
  staticData: {
    title: 'transfers.send.amount.title',
    tab: 'transfers.send.tabs.zelle.amount',
    parent: paths.sendZelle.path,
    isFlow: true,
  },
  component: () => (
    <SendGate method="zelle">
      <AmountScreen method="zelle" />
    </SendGate>
  ),
})
