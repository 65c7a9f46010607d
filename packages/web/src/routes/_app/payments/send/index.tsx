import { createFileRoute } from '@tanstack/react-router'
import { MethodsScreen } from '#features/transfers/screens/methods-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/send/')({
  staticData: { title: 'transfers.send.title', parent: paths.home.path, isFlow: true },
  component: MethodsScreen,
})
