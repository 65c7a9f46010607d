import { createFileRoute, redirect } from '@tanstack/react-router'
import { isVisitor } from '#app/guards.ts'
import { PayLinkScreen } from '#features/requests/screens/pay-link-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

/** Open to everyone who has the link; whoever is signed in goes on to pay. */
export const Route = createFileRoute('/pay/$code')({
  beforeLoad: async ({ params: { code } }) => {
    if (!(await isVisitor())) throw redirect({ to: paths.requestPay.path, state: { payCode: code }, replace: true })
  },
  staticData: { title: 'requests.link.screen' },
  component: function PayLink() {
    return <PayLinkScreen code={Route.useParams().code} />
  },
})
