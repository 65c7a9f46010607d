import { Avatar } from '@puente/ui/avatar'
import { DefinitionList } from '@puente/ui/definition-list'
import { Money } from '@puente/ui/money'
import { Skeleton } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { frequentsQuery } from '#shared/payment/frequents.ts'
import { useFormats } from '#lib/i18n/format.ts'
import type { Quote } from '#shared/payment/quote.ts'
import type { Recipient, SendMethod } from '#shared/payment/send-draft.ts'
import { BalanceSpeed } from '#shared/approval/balance-speed.tsx'
import { useFeeRow } from '#shared/payment/fee-row.tsx'
import { UndoNote } from '#shared/payment/undo-note.tsx'
import { useFileUrl } from '#lib/api/use-file-url.ts'

/** Who gets how much. */
export const ReviewHead = ({ recipient, amount }: { recipient: Recipient; amount: number }) => {
  const { locale } = useFormats()
  const image = useFileUrl(recipient.image)
  return (
    <div className="grid justify-items-center gap-1.5 text-center">
      <Avatar name={recipient.fullName} src={image} />
      <p className="pt-1 text-lg font-semibold">{recipient.fullName}</p>
      <p className="text-sm text-text-muted">@{recipient.email}</p>
      <Money cents={amount} locale={locale} size="xl" />
    </div>
  )
}

type FactsProps = { method: SendMethod; recipient: Recipient; amount: number; quote: Quote | undefined }

/** Fee, when it arrives, and what it comes to. The amount itself leads the screen. */
export const ReviewFacts = ({ method, recipient, amount, quote }: FactsProps) => {
  const t = useTranslations('transfers.send')
  const { locale } = useFormats()
  const waiting = (
    <span className="inline-block w-16">
      <Skeleton />
    </span>
  )
  const feeRow = useFeeRow(quote, waiting)
  return (
    <DefinitionList
      rows={[
        feeRow,
        {
          term: t('detail.when'),
          value: method === 'inApp' ? <BalanceSpeed toUser={recipient.toUser} amount={amount} /> : t(`speed.${method}`),
          note: (
            <>
              <Held recipient={recipient} />
              {method === 'inApp' && <UndoNote />}
            </>
          ),
        },
        {
          term: t('detail.total'),
          value: quote ? <Money cents={quote.totalCharge} locale={locale} /> : waiting,
          strong: true,
        },
      ]}
    />
  )
}

/**
 * Why it might take longer. Whether a payment will be held depends on the receiver's balance, which is private; whether
 * they still have to begin verifying is known for people the user has exchanged money with; where those have, nothing is said.
 */
const Held = ({ recipient }: { recipient: Recipient }) => {
  const t = useTranslations('transfers.send.detail')
  const frequents = useQuery(frequentsQuery)
  const contact = frequents.data?.items.find(({ publicTransactionId }) => publicTransactionId === recipient.toUser)
  if (contact?.missingKYC === false) return null
  return (
    <span className="text-text-muted">{t(contact ? 'heldUnverified' : 'heldMaybe', { name: recipient.fullName })}</span>
  )
}
