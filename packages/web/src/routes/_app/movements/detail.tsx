import { createFileRoute } from '@tanstack/react-router'
import { DetailScreen } from '#features/movements/detail-screen.tsx'
import { requireMovement } from '#features/movements/require-movement.ts'
import { paths } from '#lib/paths.ts'

export const Route = createFileRoute('/_app/movements/detail')({
  beforeLoad: requireMovement,
  staticData: { title: 'movements.detail.title', parent: paths.movements.path },
  component: DetailScreen,
})
