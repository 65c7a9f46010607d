import { createFileRoute } from '@tanstack/react-router'
import { onlyLoggedOut } from '#app/guards.ts'
import { ResetPasswordScreen } from '#features/auth/reset-screens.tsx'
import { hideToken, tokenOf, useToken } from '#features/auth/token-search.ts'
import { paths } from '#lib/paths.ts'

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
