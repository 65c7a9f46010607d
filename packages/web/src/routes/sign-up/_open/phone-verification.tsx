import { createFileRoute } from '@tanstack/react-router'
import { SignUpPhoneScreen } from '#features/auth/screens/sign-up-screens.tsx'

export const Route = createFileRoute('/sign-up/_open/phone-verification')({
  staticData: { title: 'auth.phoneStep.tab' },
  component: SignUpPhoneScreen,
})
