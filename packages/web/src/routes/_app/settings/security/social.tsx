import { createFileRoute } from '@tanstack/react-router'
import { SocialSettingsScreen } from '#features/social/screens/social-settings-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/security/social')({
  staticData: { title: 'social.settings.title', parent: paths.settingsSecurity.path },
  component: SocialSettingsScreen,
})
