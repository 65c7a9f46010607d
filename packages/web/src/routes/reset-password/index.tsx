import { createFileRoute } from '@tanstack/react-router'
import { onlyLoggedOut } from '#app/guards.ts'
import { ResetPasswordScreen } from '#features/auth/reset-screens.tsx'
import { tokenOf } from '#features/auth/token-search.ts'

const ResetRoute = () => <ResetPasswordScreen token={Route.useSearch().token} />

export const Route = createFileRoute('/reset-password/')({
  validateSearch: tokenOf,
  beforeLoad: onlyLoggedOut,
  staticData: { title: 'auth.reset.title' },
  component: ResetRoute,
})
