import { createFileRoute } from '@tanstack/react-router'
import { NotificationsScreen } from '#features/notifications/screens/notifications-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/notifications')({
  staticData: { title: 'settings.notifications', parent: paths.settings.path },
  component: NotificationsScreen,
})
