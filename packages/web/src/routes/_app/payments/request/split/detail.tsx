import { createFileRoute } from '@tanstack/react-router'
import { requireSplit } from '#features/requests/api/require-request.ts'
import { SplitDetailScreen } from '#features/requests/screens/split-detail-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/request/split/detail')({
  beforeLoad: requireSplit,
  staticData: { title: 'requests.split.detailTitle', parent: paths.requests.path },
  component: SplitDetailScreen,
})
