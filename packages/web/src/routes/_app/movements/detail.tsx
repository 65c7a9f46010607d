import { createFileRoute } from '@tanstack/react-router'
import { DetailScreen } from '#features/activity/screens/detail-screen.tsx'
import { requireMovement } from '#shared/movement/require-movement.ts'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/movements/detail')({
  beforeLoad: requireMovement,
  staticData: { title: 'activity.detail.title', parent: paths.movements.path },
  component: DetailScreen,
})
