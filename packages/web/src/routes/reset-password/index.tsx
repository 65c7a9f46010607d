import { createFileRoute } from '@tanstack/react-router'
import { onlyLoggedOut } from '#app/guards.ts'
import { ResetPasswordScreen } from '#features/auth/screens/reset-screens.tsx'
import { hideToken, tokenOf, useToken } from '#features/auth/parts/token-search.ts'
import { paths } from '#lib/layout/paths.ts'

const ResetRoute = () => <ResetPasswordScreen token={useToken()} />

export const Route = createFileRoute('/reset-password/')({
  validateSearch: tokenOf,
  beforeLoad: async (visit) => {
    hideToken(paths.resetPassword.path)(visit)
    await onlyLoggedOut()
  },
  staticData: { title: 'auth.reset.title' },
  component: ResetRoute,
})
