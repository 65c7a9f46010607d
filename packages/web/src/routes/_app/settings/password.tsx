import { createFileRoute } from '@tanstack/react-router'
import { PasswordScreen } from '#features/auth/screens/password-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/password')({
  staticData: { title: 'credentials.password.title', parent: paths.settingsSecurity.path },
  component: PasswordScreen,
})
