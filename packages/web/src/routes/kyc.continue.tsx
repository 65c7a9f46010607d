import { createFileRoute, redirect } from '@tanstack/react-router'
import { keepHandoffCode } from '#features/kyc/api/handoff-code.ts'
import { KycContinueScreen } from '#features/kyc/screens/kyc-continue-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

/** Open to everyone: who comes here has a code, and no session. */
export const Route = createFileRoute('/kyc/continue')({
  beforeLoad: ({ location }) => {
    if (location.hash === '') return
    keepHandoffCode(location.hash)
    throw redirect({ to: paths.kycContinue.path, replace: true })
  },
  staticData: { title: 'kyc.continue.screen' },
  component: KycContinueScreen,
})
