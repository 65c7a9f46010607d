import { createFileRoute } from '@tanstack/react-router'
import { PersonScreen } from '#features/contacts/screens/person-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

/** What a person's own QR code leads to. */
export const Route = createFileRoute('/_app/u/$handle')({
  staticData: { title: 'contacts.person.title', parent: paths.home.path },
  component: function Person() {
    return <PersonScreen handle={Route.useParams().handle} />
  },
})
