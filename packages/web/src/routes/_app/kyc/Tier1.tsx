import { createFileRoute } from '@tanstack/react-router'
import { canonical, requireKycOpen } from '#app/guards.ts'
import { KycWizardScreen } from '#features/kyc/screens/kyc-wizard-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/kyc/Tier1')({
  beforeLoad: async (visit) => {
    canonical(paths.kycTier1.path)(visit)
    await requireKycOpen(visit)
  },
  staticData: { title: 'kyc.title', tab: 'kyc.steps', parent: paths.kyc.path, isFlow: true },
  component: KycWizardScreen,
})
