import { createFileRoute, redirect } from '@tanstack/react-router'
import { PaidScreen } from '#features/requests/screens/paid-screen.tsx'
import { readDraft } from '#lib/forms/draft.ts'
import { paths } from '#lib/layout/paths.ts'
import { session } from '#lib/session/session.ts'
import '#shared/payment/pay-request.ts'

export const Route = createFileRoute('/_app/payments/request/paid')({
  beforeLoad: ({ location }) => {
    // A locked session shows nothing; what was paid is there when it goes on.
    if (session.get().status !== 'locked' && !readDraft('requestPay', location.state)?.paid)
      throw redirect({ to: paths.requests.path, replace: true })
  },
  staticData: { title: 'requests.paid.title', parent: paths.home.path, isFlow: true },
  component: PaidScreen,
})
