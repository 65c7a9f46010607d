import { createFileRoute } from '@tanstack/react-router'
import { VerifyUserScreen } from '#features/auth/screens/verify-user-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/verify-user')({
  staticData: { title: 'auth.verifyUser.title', parent: paths.home.path },
  component: VerifyUserScreen,
})
