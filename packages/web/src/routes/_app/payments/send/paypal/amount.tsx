import { createFileRoute } from '@tanstack/react-router'
import { requireContacts } from '#app/guards.ts'
import { SendGate } from '#features/transfers/parts/send-gate.tsx'
import { AmountScreen } from '#features/transfers/screens/amount-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/send/paypal/amount')({
  beforeLoad: async (visit) => {
    await requireContacts(visit)
    const { requireStep } = await import('#features/transfers/parts/send-steps.ts')
    requireStep('paypal', 'amount', visit)
  },
  staticData: {
    title: 'transfers.send.amount.title',
    tab: 'transfers.send.tabs.paypal.amount',
    parent: paths.sendPaypal.path,
    isFlow: true,
  },
  component: () => (
    <SendGate method="paypal">
      <AmountScreen method="paypal" />
    </SendGate>
  ),
})
