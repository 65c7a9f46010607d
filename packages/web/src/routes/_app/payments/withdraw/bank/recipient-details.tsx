import { createFileRoute } from '@tanstack/react-router'
import { requireTier } from '#app/guards.ts'
import { RecipientFormScreen } from '#features/recipients/screens/recipient-form-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/withdraw/bank/recipient-details')({
  beforeLoad: requireTier(1),
  staticData: { title: 'recipients.add', parent: paths.withdrawBank.path, isFlow: true },
  component: RecipientFormScreen,
})
