import { createFileRoute } from '@tanstack/react-router'
import { SignUpAddressScreen } from '#features/auth/screens/sign-up-screens.tsx'

export const Route = createFileRoute('/sign-up/_open/address')({
  staticData: { title: 'auth.addressStep.title', tab: 'auth.signUp.steps.address' },
  component: SignUpAddressScreen,
})
