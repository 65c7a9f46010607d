import { createFileRoute } from '@tanstack/react-router'
import { requireContacts } from '#app/guards.ts'
import { SplitScreen } from '#features/requests/screens/split-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/request/split/')({
  beforeLoad: requireContacts,
  staticData: { title: 'requests.split.title', parent: paths.requests.path, isFlow: true },
  component: SplitScreen,
})
