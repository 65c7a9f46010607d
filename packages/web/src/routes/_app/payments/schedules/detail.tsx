import { createFileRoute } from '@tanstack/react-router'
import { requireSchedule } from '#features/schedules/api/require-schedule.ts'
import { DetailScreen } from '#features/schedules/screens/detail-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/schedules/detail')({
  beforeLoad: requireSchedule,
  staticData: { title: 'schedules.detail', parent: paths.schedules.path },
  component: DetailScreen,
})
