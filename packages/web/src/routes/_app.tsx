import { createFileRoute } from '@tanstack/react-router'
import { AppShell } from '#app/shell/app-shell.tsx'
import { requireSession, signedInUser } from '#app/guards.ts'

/** Everything behind the sign-in. The shell, the query cache and the live stream are loaded here and not before. */
export const Route = createFileRoute('/_app')({
  beforeLoad: async (visit) => {
    await requireSession(visit)
    await signedInUser()
  },
  component: AppShell,
})
