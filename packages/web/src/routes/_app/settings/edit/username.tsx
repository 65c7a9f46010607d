import { createFileRoute } from '@tanstack/react-router'
import { EditUsernameScreen } from '#features/profile/screens/edit-username-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/edit/username')({
  staticData: { title: 'profile.edit.titles.username', parent: paths.settingsPersonalInfo.path },
  component: EditUsernameScreen,
})
