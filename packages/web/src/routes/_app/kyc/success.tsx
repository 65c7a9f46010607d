import { createFileRoute } from '@tanstack/react-router'
import { requireKycSent } from '#app/guards.ts'
import { KycSuccessScreen } from '#features/kyc/screens/kyc-success-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/kyc/success')({
  beforeLoad: requireKycSent,
  staticData: { title: 'kyc.success.screen', parent: paths.home.path, isFlow: true },
  component: KycSuccessScreen,
})
