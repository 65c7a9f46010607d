import { NOTE_MAX } from '@puente/contract'
import { Button, buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { TextArea } from '@puente/ui/text-area'
import { TextField } from '@puente/ui/text-field'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { newKey } from '#lib/api/idempotency.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { productNow } from '#lib/browser/product-time.ts'
import { focusFirstInvalid } from '#lib/forms/focus-invalid.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { dayIn } from '#lib/i18n/days.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { timeZone } from '#lib/i18n/i18n.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { withDraft } from '#lib/forms/draft.ts'
import { NewStepper } from '#shared/invoice/new-stepper.tsx'
import { linesOf, productsQuery, totalOf, type ChosenLine } from '#shared/invoice/products.ts'
import { Refused } from '#shared/payment/refused.tsx'
import { RecipientCard } from '#shared/people/recipient-card.tsx'
import { bodyOf, useCreate } from '../api/use-create.ts'
import { InvoiceLines } from './invoice-lines.tsx'

const TITLES = { refused: 'notSent', unsure: 'unsure', sentBefore: 'sentBefore' } as const

type Wrong = { note?: string | undefined; dueDate?: string | undefined }

/** The review of a new invoice: whom it is for, what for and how much, with the note and the day it is due. */
export const SendReview = () => {
  const t = useTranslations('invoices')
  const tCommon = useTranslations('common')
  const { draft } = useDraft('invoice')
  const isCustom = draft.type === 'custom'
  const products = useQuery({ ...productsQuery, enabled: !isCustom })
  if (isCustom) return <Review lines={[]} total={draft.amount ?? 0} />
  const lines = linesOf(products.data?.items ?? [], draft)
  if (lines.length > 0) return <Review lines={lines} total={totalOf(lines)} />
  return (
    <Screen width="form" title={t('review.title')}>
      {products.isError ? (
        <LoadFailed {...failureOf(products)} />
      ) : products.data ? (
        <Refused title={t('review.gone')} text={t('review.goneText')} isOwn />
      ) : (
        <Loading label={tCommon('loading')}>
          <SkeletonRows count={3} />
        </Loading>
      )}
    </Screen>
  )
}

const Review = ({ lines, total }: { lines: readonly ChosenLine[]; total: number }) => {
  const t = useTranslations('invoices.review')
  const tInvoices = useTranslations('invoices')
  const tCommon = useTranslations('common')
  const tErrors = useTranslations('errors.codes')
  const { money } = useFormats()
  const client = useQueryClient()
  const { draft, change, keepNow } = useDraft('invoice')
  const [wrong, setWrong] = useState<Wrong>({})
  const today = dayIn(productNow(), timeZone())
  const { recipient, type = 'product', note = '', dueDate = '', draftId } = draft
  const isCustom = type === 'custom'
  const { create, failure } = useCreate(recipient, (error) => {
    const code = error instanceof ApiRefusal ? error.code : null
    // What was refused made nothing; the next try is another invoice.
    keepNow({ draftId: newKey() })
    if (code === 'invalidNote') focusFirstInvalid(() => setWrong({ note: tErrors('invalidNote') }))
    // It is gone, or has another price.
    if (code === 'invalidProductId' || code === 'invalidAmount')
      void client.invalidateQueries({ queryKey: queryKeys.products })
  })
  if (!recipient) return null

  const send = () => {
    if (create.isPending) return
    const found: Wrong = {
      ...(isCustom && note.trim() === '' && { note: t('noteRequired') }),
      ...(dueDate !== '' && dueDate < today && { dueDate: t('duePast') }),
    }
    if (found.note !== undefined || found.dueDate !== undefined) return focusFirstInvalid(() => setWrong(found))
    const id = draftId ?? client.getQueryData<string>(queryKeys.unsureInvoice) ?? newKey()
    // Kept before the call, so that trying again after a reload makes no second invoice.
    keepNow({ draftId: id })
    create.mutate(bodyOf(draft, lines, id))
  }

  return (
    <Screen width="form" title={t('title')}>
      <NewStepper at="review" />
      <RecipientCard recipient={recipient} changeAt={paths.invoicesRecipient.path} />
      <Card
        title={tInvoices(isCustom ? 'amountTitle' : 'lines')}
        action={
          <Link
            to={paths.products.path}
            state={withDraft('invoice', draft)}
            className={buttonClass({ variant: 'ghost', size: 'small' })}
          >
            {t('change')}
          </Link>
        }
      >
        <InvoiceLines lines={lines} total={total} />
      </Card>
      <fieldset disabled={create.isPending} className="grid min-w-0 gap-5">
        <TextArea
          label={isCustom ? t('note') : `${t('note')} (${tCommon('optional').toLocaleLowerCase()})`}
          hint={t('noteHint', { name: recipient.fullName, count: String(NOTE_MAX - note.length) })}
          error={wrong.note}
          maxLength={NOTE_MAX}
          rows={2}
          value={note}
          onChange={(event) => {
            change({ note: event.target.value })
            setWrong((before) => ({ ...before, note: undefined }))
          }}
        />
        <TextField
          label={`${t('due')} (${tCommon('optional').toLocaleLowerCase()})`}
          hint={t('dueHint')}
          error={wrong.dueDate}
          type="date"
          min={today}
          value={dueDate}
          onChange={(event) => {
            change({ dueDate: event.target.value })
            setWrong((before) => ({ ...before, dueDate: undefined }))
          }}
        />
      </fieldset>
      <Refused
        title={t(TITLES[failure?.kind ?? 'refused'])}
        text={failure && (failure.kind === 'refused' ? failure.text : t(`${failure.kind}Text`))}
      />
      <ScreenAction>
        <Button size="large" full pending={create.isPending} pendingLabel={t('sending')} onClick={send}>
          {t('send', { amount: money(total) })}
        </Button>
      </ScreenAction>
    </Screen>
  )
}
