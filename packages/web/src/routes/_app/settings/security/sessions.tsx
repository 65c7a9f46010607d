import { createFileRoute } from '@tanstack/react-router'
import { SessionsScreen } from '#features/sessions/screens/sessions-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/security/sessions')({
  staticData: { title: 'sessions.list.title', parent: paths.settings.path },
  component: SessionsScreen,
})
