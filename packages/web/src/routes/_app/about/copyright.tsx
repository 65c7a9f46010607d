import { createFileRoute } from '@tanstack/react-router'
import { LegalScreen } from '#features/content/screens/legal-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/about/copyright')({
  staticData: { title: 'content.titles.copyright', parent: paths.about.path },
  component: () => <LegalScreen slug="copyright" />,
})
