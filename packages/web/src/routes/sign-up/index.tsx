import { createFileRoute, redirect } from '@tanstack/react-router'
import { signedInUser } from '#app/guards.ts'
import { isSigningUp, nextSignUpScreen } from '#features/auth/api/sign-up-flow.ts'
import { SignUpDetailsScreen } from '#features/auth/screens/sign-up-screens.tsx'
import { paths } from '#lib/layout/paths.ts'

const DetailsRoute = () => <SignUpDetailsScreen referredBy={Route.useSearch().ref} />

export const Route = createFileRoute('/sign-up/')({
  validateSearch: (search): { ref?: string } => (typeof search['ref'] === 'string' ? { ref: search['ref'] } : {}),
  beforeLoad: async () => {
    const me = await signedInUser()
    if (me) throw redirect({ to: isSigningUp() ? nextSignUpScreen(me) : paths.home.path, replace: true })
  },
  staticData: { title: 'auth.signUp.title' },
  component: DetailsRoute,
})
