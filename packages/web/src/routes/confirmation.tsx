import { createFileRoute } from '@tanstack/react-router'
import { ConfirmationScreen } from '#features/auth/confirmation-screen.tsx'
import { tokenOf } from '#features/auth/token-search.ts'
import { startSession } from '#lib/session.ts'

const ConfirmationRoute = () => <ConfirmationScreen token={Route.useSearch().token} />

export const Route = createFileRoute('/confirmation')({
  validateSearch: tokenOf,
  beforeLoad: startSession,
  staticData: { title: 'auth.confirmation.title' },
  component: ConfirmationRoute,
})
