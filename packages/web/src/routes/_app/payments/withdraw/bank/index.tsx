import { createFileRoute } from '@tanstack/react-router'
import { requireTier } from '#app/guards.ts'
import { ChooseRecipientScreen } from '#features/recipients/screens/recipients-screen.tsx'
import { WithdrawGate } from '#features/withdrawals/parts/withdraw-gate.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/withdraw/bank/')({
  beforeLoad: requireTier(1),
  staticData: { title: 'recipients.choose', parent: paths.withdraw.path, isFlow: true },
  component: () => (
    <WithdrawGate method="bank">
      <ChooseRecipientScreen />
    </WithdrawGate>
  ),
})
