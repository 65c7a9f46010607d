import { createFileRoute } from '@tanstack/react-router'
import { requireContacts } from '#app/guards.ts'
import { NewScreen } from '#features/requests/screens/new-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/request/new')({
  beforeLoad: requireContacts,
  staticData: { title: 'requests.new.title', parent: paths.requests.path, isFlow: true },
  component: NewScreen,
})
