import { createFileRoute } from '@tanstack/react-router'
import { requireTier2Open } from '#app/guards.ts'
import { KycTier2Screen } from '#features/kyc/screens/kyc-tier2-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/kyc/tier2')({
  beforeLoad: requireTier2Open,
  staticData: { title: 'kyc.tier2.screen', tab: 'kyc.tier2.screen', parent: paths.home.path, isFlow: true },
  component: KycTier2Screen,
})
