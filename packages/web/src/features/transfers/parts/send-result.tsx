import { buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { DonePicture } from '@puente/ui/illustrations'
import { Money } from '@puente/ui/money'
import { Link, useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { CopyValue } from '#lib/layout/copy-value.tsx'
import { paths } from '#lib/layout/paths.ts'
import type { ResultProps, RetryProps } from '#shared/payment/result/result-view.ts'
import { Actions, Middle, MovementLink, Unpaid } from '#shared/payment/result/result-parts.tsx'
import { SavePaper } from '#shared/papers/save-paper.tsx'
import { retrySend, sendOtherWay } from '#shared/payment/send-draft.ts'

/** A send that was paid from outside and has arrived. */
export const SendDone = ({ session, row }: ResultProps) => {
  const t = useTranslations('transfers.send.success')
  const tMoney = useTranslations('money')
  const formats = useFormats()
  const amount = formats.money(session.amount)
  const money = (cents: number) => <Money cents={cents} locale={formats.locale} />
  return (
    <>
      <Middle>
        <DonePicture />
        <Money cents={session.amount} locale={formats.locale} size="hero" />
        <output className="grid gap-2 text-lg text-pretty">
          {row?.fullName ? t('text', { amount, name: row.fullName }) : t('title')}
        </output>
      </Middle>
      <Card>
        <DefinitionList
          rows={[
            { term: tMoney('fee'), value: session.fee === 0 ? tMoney('free') : money(session.fee) },
            { term: t('charged'), value: money(session.totalCharge) },
            ...(row
              ? [{ term: t('reference'), value: <CopyValue value={row.reference} label={tMoney('copyReference')} /> }]
              : []),
          ]}
        />
      </Card>
      {row?.state === 'COMPLETED' && (
        <SavePaper kind="receipt" name={row.reference} paper={{ transactionId: row.id }} />
      )}
      <Actions>
        <Link to={paths.home.path} className={buttonClass({ size: 'large', full: true })}>
          {t('done')}
        </Link>
        <MovementLink id={session.transactionId} />
      </Actions>
    </>
  )
}

/** Another attempt at the same send goes over its review, where another card can be chosen. */
export const SendAgain = (props: RetryProps) => {
  const router = useRouter()
  const { session, row } = props
  return (
    <Unpaid
      {...props}
      onAgain={() => row && retrySend(router, row, session.sendSessionId)}
      onOtherWay={() => row && sendOtherWay(router, row, session.sendSessionId)}
    />
  )
}
