import { createFileRoute } from '@tanstack/react-router'
import { EditBirthdayScreen } from '#features/profile/screens/edit-birthday-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/edit/birthday')({
  staticData: { title: 'profile.edit.titles.birthday', parent: paths.settingsPersonalInfo.path },
  component: EditBirthdayScreen,
})
