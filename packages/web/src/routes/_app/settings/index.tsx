import { createFileRoute } from '@tanstack/react-router'
import { KycStatusCard } from '#features/kyc/parts/kyc-status-card.tsx'
import { SettingsScreen } from '#features/profile/screens/settings-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/')({
  staticData: { title: 'settings.title', parent: paths.home.path },
  component: () => <SettingsScreen identity={<KycStatusCard />} />,
})
