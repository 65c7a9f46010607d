import { createFileRoute } from '@tanstack/react-router'
import { PersonalInfoScreen } from '#features/profile/screens/personal-info-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/personal-info')({
  staticData: { title: 'settings.personalInfo', parent: paths.settings.path },
  component: PersonalInfoScreen,
})
