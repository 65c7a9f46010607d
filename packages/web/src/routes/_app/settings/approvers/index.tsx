import { createFileRoute } from '@tanstack/react-router'
import { ApproversScreen } from '#features/approvers/screens/approvers-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/approvers/')({
  staticData: { title: 'approvers.title', parent: paths.settings.path },
  component: ApproversScreen,
})
