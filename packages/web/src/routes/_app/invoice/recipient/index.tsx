import { createFileRoute } from '@tanstack/react-router'
import { RecipientScreen } from '#features/invoices/screens/recipient-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/invoice/recipient/')({
  staticData: { title: 'invoices.recipient.title', parent: paths.invoices.path, isFlow: true },
  component: RecipientScreen,
})
