import { createFileRoute } from '@tanstack/react-router'
import { EditPhoneScreen } from '#features/auth/screens/edit-phone-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/edit/phone')({
  staticData: { title: 'credentials.phone.title', parent: paths.settings.path },
  component: EditPhoneScreen,
})
