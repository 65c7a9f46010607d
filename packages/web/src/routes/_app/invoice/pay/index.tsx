import { createFileRoute } from '@tanstack/react-router'
import { requireInvoice } from '#features/invoices/api/require-invoice.ts'
import { PayScreen } from '#features/invoices/screens/pay-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/invoice/pay/')({
  beforeLoad: requireInvoice,
  staticData: { title: 'invoices.pay.title', parent: paths.invoices.path, isFlow: true },
  component: PayScreen,
})
