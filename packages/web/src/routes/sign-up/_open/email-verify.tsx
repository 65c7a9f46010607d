import { createFileRoute } from '@tanstack/react-router'
import { SignUpEmailScreen } from '#features/auth/screens/sign-up-screens.tsx'

export const Route = createFileRoute('/sign-up/_open/email-verify')({
  staticData: { title: 'auth.emailStep.title' },
  component: SignUpEmailScreen,
})
