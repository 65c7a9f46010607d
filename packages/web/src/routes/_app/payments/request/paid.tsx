import { createFileRoute } from '@tanstack/react-router'
import { PaidScreen } from '#features/requests/screens/paid-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/request/paid')({
  beforeLoad: async (visit) => (await import('#features/requests/api/require-paid.ts')).requirePaid(visit),
  staticData: { title: 'requests.paid.title', parent: paths.home.path, isFlow: true },
  component: PaidScreen,
})
