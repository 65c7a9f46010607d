import { createFileRoute } from '@tanstack/react-router'
import { requireReported } from '#features/support/api/support.ts'
import { ReportScreen } from '#features/support/screens/report-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/disputes/new')({
  beforeLoad: requireReported,
  staticData: { title: 'disputes.report', parent: paths.disputes.path },
  component: ReportScreen,
})
