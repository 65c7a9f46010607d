import { createFileRoute } from '@tanstack/react-router'
import { PayCancelScreen } from '#features/invoices/screens/return-screens.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/invoice/pay/cancel')({
  staticData: {
    title: 'invoices.pay.title',
    tab: 'invoices.pay.cancelTab',
    parent: paths.invoices.path,
    isFlow: true,
  },
  component: PayCancelScreen,
})
