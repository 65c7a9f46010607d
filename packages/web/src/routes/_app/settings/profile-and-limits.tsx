import { createFileRoute } from '@tanstack/react-router'
import { ProfileAndLimitsScreen } from '#features/profile/screens/profile-and-limits-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/profile-and-limits')({
  staticData: { title: 'settings.profileAndLimits', parent: paths.settings.path },
  component: ProfileAndLimitsScreen,
})
