import { createFileRoute } from '@tanstack/react-router'
import { EditBusinessScreen } from '#features/profile/screens/edit-business-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/edit/business')({
  staticData: { title: 'business.title', parent: paths.settingsPersonalInfo.path },
  component: EditBusinessScreen,
})
