import { createFileRoute } from '@tanstack/react-router'
import { RequestsScreen } from '#features/requests/screens/requests-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

/** The list, with the chosen request beside it. */
export const Route = createFileRoute('/_app/payments/request/_list')({
  staticData: { title: 'requests.title', parent: paths.home.path },
  component: RequestsScreen,
})
