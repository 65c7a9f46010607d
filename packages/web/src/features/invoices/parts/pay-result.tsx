import { buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { DonePicture } from '@puente/ui/illustrations'
import { Money } from '@puente/ui/money'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { CopyValue } from '#lib/layout/copy-value.tsx'
import { paths } from '#lib/layout/paths.ts'
import { payInvoiceOtherWay, retryInvoice } from '#shared/invoice/pay-again.ts'
import { Actions, Middle, Unpaid } from '#shared/payment/result/result-parts.tsx'
import type { ResultProps, RetryProps } from '#shared/payment/result/result-view.ts'

/** An invoice that was paid from outside. */
export const PayDone = ({ session, row }: ResultProps) => {
  const t = useTranslations('invoices.success')
  const tSend = useTranslations('transfers.send.success')
  const tMoney = useTranslations('money')
  const formats = useFormats()
  const client = useQueryClient()
  useEffect(() => {
    for (const queryKey of [queryKeys.invoices, queryKeys.invoiceDetails]) void client.invalidateQueries({ queryKey })
  }, [client])
  const amount = formats.money(session.amount)
  const money = (cents: number) => <Money cents={cents} locale={formats.locale} />
  return (
    <>
      <Middle>
        <DonePicture />
        <Money cents={session.amount} locale={formats.locale} size="hero" />
        <output className="text-lg text-pretty">
          {row?.fullName ? t('paidText', { amount, name: row.fullName }) : t('paidTitle')}
        </output>
      </Middle>
      <Card>
        <DefinitionList
          rows={[
            { term: tMoney('fee'), value: session.fee === 0 ? tMoney('free') : money(session.fee) },
            { term: tSend('charged'), value: money(session.totalCharge) },
            ...(row
              ? [
                  {
                    term: tSend('reference'),
                    value: <CopyValue value={row.reference} label={tMoney('copyReference')} />,
                  },
                ]
              : []),
          ]}
        />
      </Card>
      <Actions>
        <Link to={paths.invoices.path} className={buttonClass({ size: 'large', full: true })}>
          {tSend('done')}
        </Link>
        {row?.invoiceId && (
          <Link
            to={paths.invoicesDetail.path}
            state={{ invoice: row.invoiceId }}
            className={buttonClass({ variant: 'ghost', full: true })}
          >
            {t('view')}
          </Link>
        )}
      </Actions>
    </>
  )
}

/** Another attempt at the same invoice goes over its review, where another card can be chosen. */
export const PayAgain = (props: RetryProps) => {
  const router = useRouter()
  const { session, row } = props
  return (
    <Unpaid
      {...props}
      onAgain={() => row && retryInvoice(router, row, session.sendSessionId)}
      onOtherWay={() => row && payInvoiceOtherWay(router, row, session.sendSessionId)}
    />
  )
}
