import { createFileRoute } from '@tanstack/react-router'
import { BlockedScreen } from '#features/contacts/screens/blocked-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/blocked')({
  staticData: { title: 'contacts.blocked.title', parent: paths.settings.path },
  component: BlockedScreen,
})
