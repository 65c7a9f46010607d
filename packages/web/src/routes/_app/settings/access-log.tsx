import { createFileRoute } from '@tanstack/react-router'
import { AccessLogScreen } from '#features/accounts/screens/access-log-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/access-log')({
  staticData: { title: 'settings.accessLog', parent: paths.settings.path },
  component: AccessLogScreen,
})
