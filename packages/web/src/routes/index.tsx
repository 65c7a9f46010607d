import { createFileRoute } from '@tanstack/react-router'
import { onlyLoggedOut } from '#app/guards.ts'
import { SignInScreen } from '#features/auth/screens/sign-in-screen.tsx'

export const Route = createFileRoute('/')({
  beforeLoad: onlyLoggedOut,
  staticData: { title: 'auth.signIn.title' },
  component: SignInScreen,
})
