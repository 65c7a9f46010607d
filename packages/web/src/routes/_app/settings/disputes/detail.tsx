import { createFileRoute } from '@tanstack/react-router'
import { requireDispute } from '#features/support/api/support.ts'
import { DisputeScreen } from '#features/support/screens/dispute-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/disputes/detail')({
  beforeLoad: requireDispute,
  staticData: { title: 'disputes.detail', parent: paths.disputes.path },
  component: DisputeScreen,
})
