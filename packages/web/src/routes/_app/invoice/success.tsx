import { createFileRoute } from '@tanstack/react-router'
import { SuccessScreen } from '#features/invoices/screens/success-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/invoice/success')({
  beforeLoad: async (visit) => (await import('#features/invoices/api/steps.ts')).requireDone(visit),
  staticData: { title: 'invoices.success.tab', parent: paths.invoices.path, isFlow: true },
  component: SuccessScreen,
})
