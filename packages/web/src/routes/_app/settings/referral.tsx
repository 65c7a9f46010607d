import { createFileRoute } from '@tanstack/react-router'
import { ReferralScreen } from '#features/rewards/screens/referral-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/referral')({
  staticData: { title: 'settings.referral', parent: paths.settings.path },
  component: ReferralScreen,
})
