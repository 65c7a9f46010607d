import { createFileRoute } from '@tanstack/react-router'
import { requirePhoneUnverified } from '#app/guards.ts'
import { VerifyAccountConfirmationScreen } from '#features/auth/screens/verify-account-screens.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/verify-account/confirmation')({
  beforeLoad: requirePhoneUnverified,
  staticData: { title: 'auth.codeStep.title', parent: paths.verifyAccount.path },
  component: VerifyAccountConfirmationScreen,
})
