import { createFileRoute } from '@tanstack/react-router'
import { requireTier } from '#app/guards.ts'
import { BankLinkScreen } from '#features/recipients/screens/bank-link-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/withdraw/bank/link')({
  beforeLoad: requireTier(1),
  staticData: { title: 'recipients.link.title', parent: paths.withdrawBank.path, isFlow: true },
  component: BankLinkScreen,
})
