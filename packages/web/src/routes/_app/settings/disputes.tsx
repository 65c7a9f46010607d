import { createFileRoute } from '@tanstack/react-router'
import { DisputesScreen } from '#features/support/screens/disputes-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/disputes')({
  staticData: { title: 'disputes.title', parent: paths.settings.path },
  component: DisputesScreen,
})
