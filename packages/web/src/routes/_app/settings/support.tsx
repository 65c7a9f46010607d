import { createFileRoute } from '@tanstack/react-router'
import { SupportScreen } from '#features/support/screens/support-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/support')({
  staticData: { title: 'support.title', parent: paths.settings.path },
  component: SupportScreen,
})
