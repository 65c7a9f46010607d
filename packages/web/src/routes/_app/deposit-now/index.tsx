import { createFileRoute } from '@tanstack/react-router'
import { DepositScreen } from '#features/deposit/deposit-screen.tsx'
import { paths } from '#lib/paths.ts'

export const Route = createFileRoute('/_app/deposit-now/')({
  staticData: { title: 'deposit.title', parent: paths.home.path },
  component: DepositScreen,
})
