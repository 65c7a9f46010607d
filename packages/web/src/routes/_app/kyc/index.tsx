import { createFileRoute } from '@tanstack/react-router'
import { requireKycOpen, toWaitingTier2 } from '#app/guards.ts'
import { KycIntroScreen } from '#features/kyc/screens/kyc-intro-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/kyc/')({
  beforeLoad: async (visit) => {
    await toWaitingTier2()
    await requireKycOpen(visit)
  },
  staticData: { title: 'kyc.title', parent: paths.home.path, isFlow: true },
  component: KycIntroScreen,
})
