import { createFileRoute } from '@tanstack/react-router'
import { EditEmailScreen } from '#features/auth/screens/edit-email-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/edit/email')({
  staticData: { title: 'credentials.email.title', parent: paths.settings.path },
  component: EditEmailScreen,
})
