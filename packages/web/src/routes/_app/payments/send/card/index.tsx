import { createFileRoute } from '@tanstack/react-router'
import { requireContacts } from '#app/guards.ts'
import { SendGate } from '#features/transfers/parts/send-gate.tsx'
import { RecipientScreen } from '#features/transfers/screens/recipient-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/send/card/')({
  beforeLoad: requireContacts,
  staticData: {
    title: 'transfers.send.recipient.title',
    tab: 'transfers.send.tabs.card.recipient',
    parent: paths.send.path,
    isFlow: true,
  },
  component: () => (
    <SendGate method="card">
      <RecipientScreen method="card" />
    </SendGate>
  ),
})
