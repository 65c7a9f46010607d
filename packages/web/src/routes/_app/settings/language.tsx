import { createFileRoute } from '@tanstack/react-router'
import { LanguageScreen } from '#features/profile/screens/language-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/language')({
  staticData: { title: 'settings.language', parent: paths.settings.path },
  component: LanguageScreen,
})
