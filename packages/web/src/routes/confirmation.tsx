import { createFileRoute } from '@tanstack/react-router'
import { ConfirmationScreen } from '#features/auth/screens/confirmation-screen.tsx'
import { hideToken, tokenOf, useToken } from '#features/auth/parts/token-search.ts'
import { paths } from '#lib/layout/paths.ts'
import { startSession } from '#lib/session/session.ts'

const ConfirmationRoute = () => <ConfirmationScreen token={useToken()} />

export const Route = createFileRoute('/confirmation')({
  validateSearch: tokenOf,
  beforeLoad: async (visit) => {
    hideToken(paths.confirmation.path)(visit)
    await startSession()
  },
  staticData: { title: 'auth.confirmation.title' },
  component: ConfirmationRoute,
})
