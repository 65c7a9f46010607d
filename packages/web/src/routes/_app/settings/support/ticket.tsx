import { createFileRoute } from '@tanstack/react-router'
import { TicketScreen } from '#features/support/screens/ticket-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/settings/support/ticket')({
  staticData: { title: 'support.ticket', parent: paths.settingsSupport.path },
  component: TicketScreen,
})
