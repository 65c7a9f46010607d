import { createFileRoute } from '@tanstack/react-router'
import { DetailScreen } from '#features/activity/detail-screen.tsx'
import { requireMovement } from '#features/activity/require-movement.ts'
import { paths } from '#lib/paths.ts'

export const Route = createFileRoute('/_app/movements/detail')({
  beforeLoad: requireMovement,
  staticData: { title: 'activity.detail.title', parent: paths.movements.path },
  component: DetailScreen,
})
