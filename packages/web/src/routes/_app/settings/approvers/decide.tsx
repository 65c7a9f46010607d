import { createFileRoute } from '@tanstack/react-router'
import { requireApproval } from '#features/approvers/api/require-approval.ts'
import { DecideScreen } from '#features/approvers/screens/decide-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/approvers/decide')({
  beforeLoad: requireApproval,
  staticData: { title: 'approvers.decideTitle', parent: paths.settingsApprovers.path },
  component: DecideScreen,
})
