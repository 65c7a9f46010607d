import { createFileRoute } from '@tanstack/react-router'
import { requireTier } from '#app/guards.ts'
import { WaysScreen } from '#features/withdrawals/screens/ways-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/withdraw/')({
  beforeLoad: requireTier(1),
  staticData: { title: 'withdrawals.ways.title', parent: paths.home.path, isFlow: true },
  component: WaysScreen,
})
