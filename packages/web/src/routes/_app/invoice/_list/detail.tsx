import { createFileRoute } from '@tanstack/react-router'
import { requireInvoice } from '#features/invoices/api/require-invoice.ts'
import { DetailScreen } from '#features/invoices/screens/detail-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/invoice/_list/detail')({
  beforeLoad: requireInvoice,
  staticData: { title: 'invoices.detail', parent: paths.invoices.path },
  component: DetailScreen,
})
