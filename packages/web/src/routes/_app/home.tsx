import { createFileRoute } from '@tanstack/react-router'
import { toPayLink } from '#app/guards.ts'
import { HomeScreen } from '#features/wallet/screens/home-screen.tsx'
import { KycStatusCard } from '#features/kyc/parts/kyc-status-card.tsx'

export const Route = createFileRoute('/_app/home')({
  beforeLoad: ({ preload }) => {
    if (!preload) toPayLink()
  },
  staticData: { title: 'wallet.title' },
  component: () => <HomeScreen identity={<KycStatusCard />} />,
})
