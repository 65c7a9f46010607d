import { createFileRoute } from '@tanstack/react-router'
import { EditNameScreen } from '#features/profile/screens/edit-name-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/edit/name')({
  staticData: { title: 'profile.edit.titles.name', parent: paths.settingsPersonalInfo.path },
  component: EditNameScreen,
})
