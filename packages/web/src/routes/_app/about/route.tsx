import { createFileRoute } from '@tanstack/react-router'
import { SettingsFrame } from '#features/profile/screens/settings-frame.tsx'

export const Route = createFileRoute('/_app/about')({ component: SettingsFrame })
