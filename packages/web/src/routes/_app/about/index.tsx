import { createFileRoute } from '@tanstack/react-router'
import { AboutScreen } from '#features/content/screens/about-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/about/')({
  staticData: { title: 'content.about.title', parent: paths.settings.path },
  component: AboutScreen,
})
