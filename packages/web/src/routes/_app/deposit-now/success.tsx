import { createFileRoute } from '@tanstack/react-router'
import { SuccessScreen } from '#features/deposits/screens/return-screens.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/deposit-now/success')({
  staticData: {
    title: 'transfers.deposit.title',
    tab: 'transfers.deposit.returnTitle',
    parent: paths.home.path,
    isFlow: true,
  },
  component: SuccessScreen,
})
