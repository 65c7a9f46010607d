import { createFileRoute } from '@tanstack/react-router'
import { AccountScreen } from '#features/accounts/screens/account-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/account')({
  staticData: { title: 'settings.account', parent: paths.settings.path },
  component: AccountScreen,
})
