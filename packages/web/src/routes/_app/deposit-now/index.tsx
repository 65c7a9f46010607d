import { createFileRoute } from '@tanstack/react-router'
import { DepositScreen } from '#features/deposits/screens/deposit-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/deposit-now/')({
  staticData: { title: 'transfers.deposit.title', parent: paths.home.path, isFlow: true },
  component: DepositScreen,
})
