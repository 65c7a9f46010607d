import { createFileRoute } from '@tanstack/react-router'
import { requireContacts } from '#app/guards.ts'
import { SentZelle } from '#features/zelle/screens/zelle-places.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/send/zelle/success')({
  beforeLoad: async (visit) => {
    await requireContacts(visit)
    const { requireStep } = await import('#features/transfers/parts/send-steps.ts')
    requireStep('zelle', 'success', visit)
  },
  staticData: {
    title: 'zelle.titlePay',
    tab: 'transfers.send.tabs.zelle.success',
    parent: paths.home.path,
    isFlow: true,
  },
  component: SentZelle,
})
