import type { Recipient } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { List } from '@puente/ui/list-row'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { Stepper } from '@puente/ui/stepper'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useTranslations } from 'use-intl'
import { withDraft } from '#lib/forms/draft.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { ProofWaits } from '#shared/step-up/proof-waits.tsx'
import { recipientsQuery } from '../api/recipients.ts'
import { toEdit } from '../parts/chosen-recipient.ts'
import { RecipientRow } from '../parts/recipient-row.tsx'
import { useChoose } from '../parts/use-choose.ts'

const STEPS = ['recipient', 'amount', 'review'] as const

/** To which bank account to withdraw. One that its bank refused is mended first. */
export const ChooseRecipientScreen = () => {
  const t = useTranslations()
  const choose = useChoose()
  return (
    <Screen width="form">
      <div className="short:sr-only">
        <Stepper
          label={t('withdrawals.steps.label')}
          steps={STEPS.map((step) => t(`withdrawals.steps.${step}`))}
          current={0}
          doneLabel={t('common.done')}
        />
      </div>
      <Recipients onChoose={choose} />
    </Screen>
  )
}

/** The bank accounts in the settings: each leads to its form. */
export const BankAccountsScreen = () => {
  const router = useRouter()
  return (
    <Screen width="form">
      <ProofWaits />
      <Recipients onChoose={({ id }) => router.history.push(paths.withdrawBankRecipient.path, toEdit(id))} />
    </Screen>
  )
}

const Recipients = ({ onChoose }: { onChoose: (recipient: Recipient) => void }) => {
  const t = useTranslations()
  const router = useRouter()
  const recipients = useQuery(recipientsQuery)
  const add = (
    <Button
      variant="secondary"
      full
      icon={<Plus aria-hidden="true" className="size-5" />}
      onClick={() => router.history.push(paths.withdrawBankRecipient.path, withDraft('withdraw', {}))}
    >
      {t('recipients.add')}
    </Button>
  )
  if (recipients.isError && !recipients.data) return <LoadFailed {...failureOf(recipients)} />
  if (!recipients.data) {
    return (
      <Loading label={t('common.loading')}>
        <SkeletonRows count={2} />
      </Loading>
    )
  }
  const { items } = recipients.data
  if (items.length === 0) {
    return (
      <EmptyState
        picture={<EmptyListPicture />}
        title={t('recipients.none')}
        text={t('recipients.noneText')}
        action={add}
      />
    )
  }
  return (
    <>
      {items.some(({ usable }) => !usable) && (
        <Banner tone="negative" title={t('recipients.unusableTitle')}>
          {t('recipients.unusableText')}
        </Banner>
      )}
      <List label={t('recipients.title')}>
        {items.map((recipient) => (
          <RecipientRow key={recipient.id} recipient={recipient} onChoose={() => onChoose(recipient)} />
        ))}
      </List>
      {add}
    </>
  )
}
