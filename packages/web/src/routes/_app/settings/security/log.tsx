import { createFileRoute } from '@tanstack/react-router'
import { SecurityLogScreen } from '#features/security-log/screens/security-log-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/security/log')({
  staticData: { title: 'sessions.log.title', parent: paths.settings.path },
  component: SecurityLogScreen,
})
