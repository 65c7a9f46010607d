import { createFileRoute } from '@tanstack/react-router'
import { requirePhoneUnverified } from '#app/guards.ts'
import { VerifyAccountScreen } from '#features/auth/screens/verify-account-screens.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/verify-account/')({
  beforeLoad: requirePhoneUnverified,
  staticData: { title: 'auth.verifyAccount.title', parent: paths.verifyUser.path },
  component: VerifyAccountScreen,
})
