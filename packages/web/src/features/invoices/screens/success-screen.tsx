/** What was done, in words. It only shows what the history entry holds, so loading it again pays and sends nothing. */
import { Button, buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { DonePicture, WaitingPicture } from '@puente/ui/illustrations'
import { Money } from '@puente/ui/money'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { readDraft } from '#lib/forms/draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { CopyValue } from '#lib/layout/copy-value.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import type { NewInvoice } from '#shared/invoice/new-invoice.ts'
import type { PaidReceipt } from '#shared/invoice/pay-draft.ts'
import { useWaitWords } from '#shared/payment/wait-words.ts'

export const SuccessScreen = () => {
  const receipt = useLocation({ select: ({ state }) => readDraft('invoicePay', state)?.receipt })
  const draft = useLocation({ select: ({ state }) => readDraft('invoice', state) })
  if (receipt) return <Paid receipt={receipt} />
  return draft?.made && draft.recipient ? <Sent made={draft.made} name={draft.recipient.fullName} /> : null
}

const Paid = ({ receipt }: { receipt: PaidReceipt }) => {
  const t = useTranslations('invoices.success')
  const tFacts = useTranslations('invoices.facts')
  const tMoney = useTranslations('money')
  const tSend = useTranslations('transfers.send.success')
  const tDetail = useTranslations('transfers.send.detail')
  const formats = useFormats()
  const router = useRouter()
  const { amount, fee, totalCharge, name, number, reference, transactionId } = receipt
  const wait = useWaitWords()(receipt, amount, name)
  const money = (cents: number) => <Money cents={cents} locale={formats.locale} />
  return (
    <Screen width="form" title={wait?.title ?? t('paidTitle')}>
      <div className="grid justify-items-center gap-4 pt-4 text-center">
        {wait ? <WaitingPicture /> : <DonePicture />}
        <Money cents={amount} locale={formats.locale} size="hero" />
        <output className="text-lg text-pretty">
          {wait?.text ?? t('paidText', { amount: formats.money(amount), name })}
        </output>
      </div>
      <Card>
        <DefinitionList
          rows={[
            { term: tFacts('number'), value: number },
            { term: tMoney('fee'), value: fee === 0 ? tMoney('free') : money(fee) },
            { term: wait ? tDetail('total') : tSend('charged'), value: money(totalCharge) },
            { term: tSend('reference'), value: <CopyValue value={reference} label={tMoney('copyReference')} /> },
          ]}
        />
      </Card>
      <Link
        to={paths.movementsDetail.path}
        state={{ movement: transactionId }}
        className={buttonClass({ variant: 'ghost', full: true })}
      >
        {wait?.details ?? tSend('movement')}
      </Link>
      <ScreenAction>
        <Button size="large" full onClick={() => router.history.push(paths.invoices.path)}>
          {tSend('done')}
        </Button>
      </ScreenAction>
    </Screen>
  )
}

const Sent = ({ made, name }: { made: NonNullable<NewInvoice['made']>; name: string }) => {
  const t = useTranslations('invoices.success')
  const tFacts = useTranslations('invoices.facts')
  const tSend = useTranslations('transfers.send.success')
  const formats = useFormats()
  const router = useRouter()
  const { amount, invoiceId, reference } = made
  return (
    <Screen width="form" title={t('sentTitle')}>
      <div className="grid justify-items-center gap-4 pt-4 text-center">
        <DonePicture />
        <Money cents={amount} locale={formats.locale} size="hero" />
        <output className="grid gap-2 text-lg text-pretty">
          {t('sentText', { amount: formats.money(amount), name })}
          <span className="text-base text-text-muted">{t('sentNext', { name })}</span>
        </output>
      </div>
      <Card>
        <DefinitionList
          rows={[{ term: tFacts('number'), value: <CopyValue value={reference} label={tFacts('copyNumber')} /> }]}
        />
      </Card>
      <Link
        to={paths.invoicesDetail.path}
        state={{ invoice: invoiceId }}
        className={buttonClass({ variant: 'ghost', full: true })}
      >
        {t('view')}
      </Link>
      <ScreenAction>
        <Button size="large" full onClick={() => router.history.push(paths.invoices.path)}>
          {tSend('done')}
        </Button>
      </ScreenAction>
    </Screen>
  )
}
