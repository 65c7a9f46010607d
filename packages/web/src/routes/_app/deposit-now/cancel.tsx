import { createFileRoute } from '@tanstack/react-router'
import { CancelScreen } from '#features/deposits/screens/return-screens.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/deposit-now/cancel')({
  staticData: {
    title: 'transfers.deposit.title',
    tab: 'transfers.deposit.cancelTitle',
    parent: paths.home.path,
    isFlow: true,
  },
  component: CancelScreen,
})
