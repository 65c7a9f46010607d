import { createFileRoute } from '@tanstack/react-router'
import { EditNationalityScreen } from '#features/profile/screens/edit-nationality-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/edit/nationality')({
  staticData: { title: 'profile.edit.titles.nationality', parent: paths.settingsPersonalInfo.path },
  component: EditNationalityScreen,
})
