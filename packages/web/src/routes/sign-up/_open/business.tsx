import { createFileRoute } from '@tanstack/react-router'
import { SignUpBusinessScreen } from '#features/auth/screens/sign-up-business-screen.tsx'

export const Route = createFileRoute('/sign-up/_open/business')({
  staticData: { title: 'business.stepTitle' },
  component: SignUpBusinessScreen,
})
