import { createFileRoute } from '@tanstack/react-router'
import { SuccessScreen } from '#features/transfers/screens/return-screens.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/send/paypal/success')({
  staticData: {
    title: 'transfers.send.title',
    tab: 'transfers.send.tabs.paypal.success',
    parent: paths.home.path,
    isFlow: true,
  },
  component: SuccessScreen,
})
