import { createFileRoute } from '@tanstack/react-router'
import { onlyLoggedOut } from '#app/guards.ts'
import { ResetSentScreen } from '#features/auth/screens/reset-screens.tsx'

export const Route = createFileRoute('/reset-password/success')({
  beforeLoad: onlyLoggedOut,
  staticData: { title: 'auth.reset.successTitle' },
  component: ResetSentScreen,
})
