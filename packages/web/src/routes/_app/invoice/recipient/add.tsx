import { createFileRoute } from '@tanstack/react-router'
import { RecipientAddScreen } from '#features/invoices/screens/recipient-add-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/invoice/recipient/add')({
  staticData: { title: 'invoices.recipientAdd.title', parent: paths.invoicesRecipient.path, isFlow: true },
  component: RecipientAddScreen,
})
