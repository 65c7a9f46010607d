import { createFileRoute } from '@tanstack/react-router'
import { requireContacts } from '#app/guards.ts'
import { SplitReviewScreen } from '#features/requests/screens/split-review-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/request/split/review')({
  beforeLoad: async (visit) => {
    await requireContacts(visit)
    const { requireShares } = await import('#features/requests/api/split-draft.ts')
    requireShares(visit)
  },
  staticData: { title: 'requests.split.reviewTitle', parent: paths.requestSplit.path, isFlow: true },
  component: SplitReviewScreen,
})
