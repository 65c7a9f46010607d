import { createFileRoute } from '@tanstack/react-router'
import { EditPictureScreen } from '#features/profile/screens/edit-picture-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/edit/picture')({
  staticData: { title: 'profile.picture.title', parent: paths.settingsPersonalInfo.path },
  component: EditPictureScreen,
})
