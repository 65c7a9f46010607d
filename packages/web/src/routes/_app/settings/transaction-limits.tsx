import { createFileRoute } from '@tanstack/react-router'
import { LimitsScreen } from '#features/limits/screens/limits-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/transaction-limits')({
  staticData: { title: 'settings.limits', parent: paths.settings.path },
  component: LimitsScreen,
})
