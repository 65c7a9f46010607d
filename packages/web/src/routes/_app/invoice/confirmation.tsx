import { createFileRoute } from '@tanstack/react-router'
import { ConfirmationScreen } from '#features/invoices/screens/confirmation-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/invoice/confirmation')({
  beforeLoad: async (visit) => (await import('#features/invoices/api/steps.ts')).requireReview(visit),
  staticData: { title: 'invoices.review.tab', parent: paths.invoices.path, isFlow: true },
  component: ConfirmationScreen,
})
