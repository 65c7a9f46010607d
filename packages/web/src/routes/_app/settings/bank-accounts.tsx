import { createFileRoute } from '@tanstack/react-router'
import { requireTier } from '#app/guards.ts'
import { BankAccountsScreen } from '#features/recipients/screens/recipients-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/bank-accounts')({
  beforeLoad: requireTier(1),
  staticData: { title: 'recipients.title', parent: paths.settings.path },
  component: BankAccountsScreen,
})
