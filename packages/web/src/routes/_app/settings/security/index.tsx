import { createFileRoute } from '@tanstack/react-router'
import { SecurityScreen } from '#features/factors/screens/security-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/security/')({
  staticData: { title: 'settings.security', parent: paths.settings.path },
  component: SecurityScreen,
})
