import type { FoundPerson } from '@puente/contract'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { lastDraft } from '#lib/forms/draft.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import type { SendMethod } from '#shared/payment/send-draft.ts'
import { PeopleSearch } from '#shared/people/people-search.tsx'
import { sendMethods } from '../parts/send-methods.ts'

const DebtCard = lazyPart(() => import('#shared/movement/debt-card.tsx').then((part) => part.DebtCard))

/** The choice of recipient: known people first, then everyone who can receive. */
export const RecipientScreen = ({ method }: { method: SendMethod }) => {
  const t = useTranslations('transfers.send.recipient')
  const { continueTo } = useDraft('send')
  const me = useMe()
  const choose = ({ publicTransactionId: handle, fullName, image }: FoundPerson) => {
    // Coming back to change the person keeps the amount.
    const { amount, recipient } = lastDraft('send') ?? {}
    const isOther = recipient !== undefined && recipient.toUser !== handle
    continueTo(sendMethods[method].amount, {
      recipient: { toUser: handle, email: handle, fullName, image },
      // A note written for one person is not sent to another.
      ...(isOther && { note: undefined, purpose: undefined }),
      ...(amount !== undefined && { amount }),
    })
  }

  return (
    <Screen width="form" title={t('title')}>
      {me.owed && (
        <Suspense>
          <DebtCard />
        </Suspense>
      )}
      <PeopleSearch emptyText={t('noneText')} onChoose={choose} />
    </Screen>
  )
}
