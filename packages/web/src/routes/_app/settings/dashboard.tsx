import { createFileRoute } from '@tanstack/react-router'
import { DashboardScreen } from '#features/profile/screens/dashboard-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/dashboard')({
  staticData: { title: 'settings.dashboard', parent: paths.settings.path },
  component: DashboardScreen,
})
