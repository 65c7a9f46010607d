import { createFileRoute, useLocation } from '@tanstack/react-router'
import { VerifyScreen } from '#features/papers/screens/verify-screen.tsx'

/** Open to everyone who has a paper. */
export const Route = createFileRoute('/verify/$code')({
  staticData: { title: 'papers.title', tab: 'papers.byCode' },
  component: function VerifyPaper() {
    const { code } = Route.useParams()
    const brought = useLocation({ select: ({ state }) => state.paperFile })
    return <VerifyScreen key={code} code={code} brought={brought} />
  },
})
