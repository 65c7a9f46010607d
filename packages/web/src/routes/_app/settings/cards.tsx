import { createFileRoute } from '@tanstack/react-router'
import { CardsScreen } from '#features/cards/screens/cards-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/cards')({
  staticData: { title: 'cards.title', parent: paths.settings.path },
  component: CardsScreen,
})
