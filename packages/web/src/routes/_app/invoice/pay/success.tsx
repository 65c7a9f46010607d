import { createFileRoute } from '@tanstack/react-router'
import { PaySuccessScreen } from '#features/invoices/screens/return-screens.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/invoice/pay/success')({
  staticData: {
    title: 'invoices.pay.title',
    tab: 'invoices.pay.resultTab',
    parent: paths.invoices.path,
    isFlow: true,
  },
  component: PaySuccessScreen,
})
