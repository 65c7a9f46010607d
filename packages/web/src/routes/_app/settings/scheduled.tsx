import { createFileRoute } from '@tanstack/react-router'
import { canonical } from '#app/guards.ts'
import { paths } from '#lib/layout/paths.ts'

/** Scheduled payments are looked for here too. */
export const Route = createFileRoute('/_app/settings/scheduled')({
  staticData: { title: 'schedules.title', parent: paths.home.path },
  beforeLoad: canonical(paths.schedules.path),
})
