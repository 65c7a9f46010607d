import { createFileRoute } from '@tanstack/react-router'
import { SchedulesScreen } from '#features/schedules/screens/schedules-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/schedules')({
  staticData: { title: 'schedules.title', parent: paths.home.path },
  component: SchedulesScreen,
})
