import { createFileRoute } from '@tanstack/react-router'
import { LegalAspectsScreen } from '#features/content/screens/legal-aspects-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/legal-aspects')({
  staticData: { title: 'settings.legal', parent: paths.settings.path },
  component: LegalAspectsScreen,
})
