import { createFileRoute } from '@tanstack/react-router'
import { EditAddressScreen } from '#features/profile/screens/edit-address-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/edit/address')({
  staticData: { title: 'profile.edit.titles.address', parent: paths.settingsPersonalInfo.path },
  component: EditAddressScreen,
})
