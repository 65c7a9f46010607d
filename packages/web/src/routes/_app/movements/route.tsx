import { createFileRoute } from '@tanstack/react-router'
import { MovementsScreen } from '#features/movements/movements-screen.tsx'

export const Route = createFileRoute('/_app/movements')({
  staticData: { title: 'movements.title' },
  component: MovementsScreen,
})
