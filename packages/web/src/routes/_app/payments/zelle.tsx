import { createFileRoute } from '@tanstack/react-router'
import { requireContacts } from '#app/guards.ts'
import { ZelleByMovement } from '#features/zelle/screens/zelle-places.tsx'
import { paths } from '#lib/layout/paths.ts'
import { requireMovement } from '#shared/movement/require-movement.ts'

export const Route = createFileRoute('/_app/payments/zelle')({
  beforeLoad: async (visit) => {
    await requireContacts(visit)
    requireMovement(visit)
  },
  staticData: { title: 'zelle.titlePay', parent: paths.home.path, isFlow: true },
  component: ZelleByMovement,
})
