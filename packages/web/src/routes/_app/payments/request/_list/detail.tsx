import { createFileRoute } from '@tanstack/react-router'
import { requireRequest } from '#features/requests/api/require-request.ts'
import { DetailScreen } from '#features/requests/screens/detail-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/request/_list/detail')({
  beforeLoad: requireRequest,
  staticData: { title: 'requests.detail.title', parent: paths.requests.path },
  component: DetailScreen,
})
