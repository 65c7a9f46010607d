import { createFileRoute } from '@tanstack/react-router'
import { canonical } from '#app/guards.ts'
import { FaqsScreen } from '#features/content/screens/faqs-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/FAQS')({
  beforeLoad: canonical(paths.settingsFaqs.path),
  staticData: { title: 'settings.faqs', parent: paths.settings.path },
  component: FaqsScreen,
})
