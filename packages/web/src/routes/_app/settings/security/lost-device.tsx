import { createFileRoute } from '@tanstack/react-router'
import { LostDeviceScreen } from '#features/sessions/screens/lost-device-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/security/lost-device')({
  staticData: { title: 'sessions.lost.title', parent: paths.settings.path },
  component: LostDeviceScreen,
})
