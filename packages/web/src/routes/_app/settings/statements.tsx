import { createFileRoute } from '@tanstack/react-router'
import { StatementsScreen } from '#features/statements/screens/statements-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/statements')({
  staticData: { title: 'settings.statements', parent: paths.settings.path },
  component: StatementsScreen,
})
