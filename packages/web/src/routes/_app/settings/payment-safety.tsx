import { createFileRoute } from '@tanstack/react-router'
import { SafetyScreen } from '#features/transfers/screens/safety-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/payment-safety')({
  staticData: { title: 'settings.paymentSafety', parent: paths.settings.path },
  component: SafetyScreen,
})
