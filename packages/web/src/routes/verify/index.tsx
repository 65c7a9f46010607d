import { createFileRoute } from '@tanstack/react-router'
import { EnterCodeScreen } from '#features/papers/screens/verify-screen.tsx'

/** Where the code of a paper is entered by hand. */
export const Route = createFileRoute('/verify/')({
  staticData: { title: 'papers.title' },
  component: EnterCodeScreen,
})
