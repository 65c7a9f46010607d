import { createFileRoute, redirect } from '@tanstack/react-router'
import { PayScreen } from '#features/requests/screens/pay-screen.tsx'
import { paths } from '#lib/layout/paths.ts'
import { takePayLink } from '#lib/session/pay-link.ts'

export const Route = createFileRoute('/_app/payments/request/pay')({
  beforeLoad: ({ location: { state }, preload }) => {
    if (preload) return
    takePayLink()
    if (state.request === undefined && state.payCode === undefined)
      throw redirect({ to: paths.requests.path, replace: true })
  },
  staticData: { title: 'requests.pay.title', parent: paths.requests.path, isFlow: true },
  component: PayScreen,
})
