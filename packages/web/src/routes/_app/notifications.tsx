import { createFileRoute } from '@tanstack/react-router'
import { NotificationListScreen } from '#features/notifications/screens/notification-list-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/notifications')({
  staticData: { title: 'notifications.list.title', parent: paths.home.path },
  component: NotificationListScreen,
})
