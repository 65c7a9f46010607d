import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useMe } from '#lib/session/me.ts'
import { queryClient } from '#lib/api/query.ts'
import { useSession } from '#lib/session/session.ts'
import { Inactivity } from '../overlays/inactivity.tsx'

const SignedIn = () => {
  useMe()
  return (
    <>
      <Outlet />
      <Inactivity />
    </>
  )
}

/** Signed-in screens that read the query cache but stand without the shell. */
export const QueryOutlet = () => {
  if (useSession().status !== 'in') return null
  return (
    <QueryClientProvider client={queryClient}>
      <SignedIn />
    </QueryClientProvider>
  )
}
