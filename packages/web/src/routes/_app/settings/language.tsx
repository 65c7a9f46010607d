import { createFileRoute } from '@tanstack/react-router'
import { LanguageScreen } from '#features/settings/language-screen.tsx'
import { paths } from '#lib/paths.ts'

export const Route = createFileRoute('/_app/settings/language')({
  staticData: { title: 'settings.language.title', parent: paths.settings.path },
  component: LanguageScreen,
})
