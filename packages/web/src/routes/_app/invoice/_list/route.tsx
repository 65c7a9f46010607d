import { createFileRoute } from '@tanstack/react-router'
import { InvoicesScreen } from '#features/invoices/screens/invoices-screen.tsx'

export const Route = createFileRoute('/_app/invoice/_list')({
  staticData: { title: 'invoices.title' },
  component: InvoicesScreen,
})
