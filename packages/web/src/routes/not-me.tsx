import { createFileRoute } from '@tanstack/react-router'
import { NotMeScreen } from '#features/auth/screens/not-me-screen.tsx'
import { hideToken, tokenOf, useToken } from '#features/auth/parts/token-search.ts'
import { paths } from '#lib/layout/paths.ts'
import { startSession } from '#lib/session/session.ts'

const NotMeRoute = () => <NotMeScreen token={useToken()} />

export const Route = createFileRoute('/not-me')({
  validateSearch: tokenOf,
  beforeLoad: async (visit) => {
    hideToken(paths.notMe.path)(visit)
    await startSession()
  },
  staticData: { title: 'credentials.notMe.title' },
  component: NotMeRoute,
})
