import { createFileRoute } from '@tanstack/react-router'
import { requireTier } from '#app/guards.ts'
import { SendGate } from '#features/transfers/parts/send-gate.tsx'
import { RecipientScreen } from '#features/transfers/screens/recipient-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/send/puente/')({
  beforeLoad: requireTier(1),
  staticData: { title: 'transfers.send.recipient.title', parent: paths.send.path, isFlow: true },
  component: () => (
    <SendGate method="inApp">
      <RecipientScreen method="inApp" />
    </SendGate>
  ),
})
