import { createFileRoute } from '@tanstack/react-router'
import { CancelScreen } from '#features/transfers/screens/return-screens.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/send/card/cancel')({
  staticData: {
    title: 'transfers.send.title',
    tab: 'transfers.send.tabs.card.cancel',
    parent: paths.home.path,
    isFlow: true,
  },
  component: CancelScreen,
})
