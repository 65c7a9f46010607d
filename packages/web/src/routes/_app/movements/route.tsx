import { createFileRoute } from '@tanstack/react-router'
import { MovementsScreen } from '#features/activity/screens/movements-screen.tsx'

export const Route = createFileRoute('/_app/movements')({
  staticData: { title: 'activity.title' },
  component: MovementsScreen,
})
