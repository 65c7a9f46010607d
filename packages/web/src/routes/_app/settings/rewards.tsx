import { createFileRoute } from '@tanstack/react-router'
import { RewardsScreen } from '#features/rewards/screens/rewards-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/rewards')({
  staticData: { title: 'settings.rewards', parent: paths.settings.path },
  component: RewardsScreen,
})
