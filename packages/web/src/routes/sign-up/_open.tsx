import { createFileRoute } from '@tanstack/react-router'
import { requireSession, signedInUser } from '#app/guards.ts'
import { QueryOutlet } from '#app/shell/query-outlet.tsx'

/** The steps after the account exists: signed in, without the menu. */
export const Route = createFileRoute('/sign-up/_open')({
  beforeLoad: async (visit) => {
    await requireSession(visit)
    await signedInUser()
  },
  component: QueryOutlet,
})
