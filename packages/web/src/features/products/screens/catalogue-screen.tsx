/**
 * The catalogue. Of a new invoice whose receiver is known it is the step that says what for: how many of which products, or an
 * amount of its own; else it is where products are kept.
 */
import { PRODUCT_LIST_MAX, type Product } from '@puente/contract'
import { Button, buttonClass } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { List } from '@puente/ui/list-row'
import { Segmented } from '@puente/ui/segmented'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { lastDraft, readDraft, withDraft } from '#lib/forms/draft.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { countOf, type NewInvoice } from '#shared/invoice/new-invoice.ts'
import { NewStepper } from '#shared/invoice/new-stepper.tsx'
import { linesOf, productsQuery, totalOf } from '#shared/invoice/products.ts'
import { AmountForm } from '#shared/payment/amount-form.tsx'
import { RecipientCard } from '#shared/people/recipient-card.tsx'
import '../api/product-draft.ts'
import { KeepRow, PickRow } from '../parts/product-row.tsx'

const DeleteDialog = lazyPart(() => import('../parts/delete-dialog.tsx').then((part) => part.DeleteDialog))

export const CatalogueScreen = () => {
  const hasRecipient = useLocation({ select: ({ state }) => readDraft('invoice', state)?.recipient !== undefined })
  return hasRecipient ? <Pick /> : <Keep />
}

/** Opens the form of a product, or of a new one, and comes back to this entry. */
const useEditor = () => {
  const router = useRouter()
  return (product?: Product) =>
    router.history.push(
      paths.productsAdd.path,
      withDraft(
        'product',
        product
          ? {
              productId: product.id,
              name: product.name,
              price: product.price,
              image: product.image,
              picture: undefined,
            }
          : { productId: undefined, name: '', price: null, image: null, picture: undefined },
      ),
    )
}

const Unread = ({ products }: { products: Parameters<typeof failureOf>[0] & { isError: boolean } }) => {
  const t = useTranslations('common')
  if (products.isError) return <LoadFailed {...failureOf(products)} />
  return (
    <Loading label={t('loading')}>
      <SkeletonRows count={4} />
    </Loading>
  )
}

const Keep = () => {
  const t = useTranslations('products')
  const products = useQuery(productsQuery)
  const edit = useEditor()
  const [leaving, setLeaving] = useState<Product | null>(null)
  const items = products.data?.items
  return (
    <Screen title={t('title')} lead={items?.length ? t('lead') : null}>
      {items === undefined ? (
        <Unread products={products} />
      ) : items.length === 0 ? (
        <EmptyState
          picture={<EmptyListPicture />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={<Button onClick={() => edit()}>{t('add')}</Button>}
        />
      ) : (
        <>
          <div className="grid grid-cols-2 gap-3">
            <Button full onClick={() => edit()}>
              {t('add')}
            </Button>
            <Link to={paths.invoicesRecipient.path} className={buttonClass({ variant: 'secondary', full: true })}>
              {t('invoice')}
            </Link>
          </div>
          <List label={t('title')}>
            {items.map((product) => (
              <KeepRow
                key={product.id}
                product={product}
                onEdit={() => edit(product)}
                onDelete={() => setLeaving(product)}
              />
            ))}
          </List>
        </>
      )}
      {leaving && (
        <Suspense>
          <DeleteDialog product={leaving} onClose={() => setLeaving(null)} />
        </Suspense>
      )}
    </Screen>
  )
}

/** What was entered on the review, kept when going back from it and forward again. */
const reviewed = (draft: NewInvoice): Partial<NewInvoice> => {
  const last = lastDraft('invoice')
  if (last?.recipient?.toUser !== draft.recipient?.toUser) return {}
  return {
    ...(last?.note !== undefined && { note: last.note }),
    ...(last?.dueDate !== undefined && { dueDate: last.dueDate }),
  }
}

const Pick = () => {
  const t = useTranslations('products')
  const tCommon = useTranslations('common')
  const { draft, change, continueTo } = useDraft('invoice')
  const { recipient, type = 'product', amount = null } = draft
  if (!recipient) return null
  const goOn = (next: NewInvoice) => {
    const { draftId: _, made: __, ...kept } = { ...reviewed(draft), ...next }
    continueTo(paths.invoicesConfirmation.path, { ...kept, draftId: crypto.randomUUID() })
  }
  return (
    <Screen width="form" title={t('pickTitle')}>
      <NewStepper at="content" />
      <RecipientCard recipient={recipient} changeAt={paths.invoicesRecipient.path} />
      <Segmented
        label={t('kind')}
        hideLabel
        value={type}
        onChange={(next) => change({ type: next })}
        options={[
          { value: 'product', label: t('fromCatalogue') },
          { value: 'custom', label: t('custom') },
        ]}
      />
      {type === 'custom' ? (
        <AmountForm
          label={t('amount')}
          requiredText={t('amountRequired')}
          amount={amount}
          onAmountChange={(cents) => change({ amount: cents })}
          problem={undefined}
          notes={t('amountNote')}
          action={tCommon('continue')}
          onSubmit={(cents) => goOn({ ...draft, type: 'custom', amount: cents })}
        />
      ) : (
        <Choice draft={draft} onChange={change} onDone={(next) => goOn({ ...next, type: 'product' })} />
      )}
    </Screen>
  )
}

type ChoiceProps = {
  draft: NewInvoice
  onChange: (change: Partial<NewInvoice>) => void
  onDone: (draft: NewInvoice) => void
}

const Choice = ({ draft, onChange, onDone }: ChoiceProps) => {
  const t = useTranslations('products')
  const { money } = useFormats()
  const products = useQuery(productsQuery)
  const edit = useEditor()
  const [isMissing, setMissing] = useState(false)
  const items = products.data?.items
  if (items === undefined) return <Unread products={products} />
  if (items.length === 0)
    return (
      <EmptyState
        picture={<EmptyListPicture />}
        title={t('empty.title')}
        text={t('empty.text')}
        action={<Button onClick={() => edit()}>{t('add')}</Button>}
      />
    )
  const { quantities = {} } = draft
  const lines = linesOf(items, draft)
  const count = countOf({ quantities: Object.fromEntries(lines.map((line) => [line.productId, line.quantity])) })
  return (
    <>
      <List label={t('title')}>
        {items.map((product) => (
          <PickRow
            key={product.id}
            product={product}
            count={quantities[product.id] ?? 0}
            isFull={count >= PRODUCT_LIST_MAX}
            onCount={(next) => {
              setMissing(false)
              onChange({ quantities: { ...quantities, [product.id]: next } })
            }}
          />
        ))}
      </List>
      <Button variant="ghost" icon={<Plus aria-hidden="true" className="size-5" />} onClick={() => edit()}>
        {t('add')}
      </Button>
      {isMissing && (
        <p role="alert" className="text-center font-medium text-negative">
          {t('pickRequired')}
        </p>
      )}
      <ScreenAction>
        <Button
          size="large"
          full
          onClick={() => {
            if (count === 0) return setMissing(true)
            const chosen = Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity]))
            return onDone({ ...draft, quantities: chosen })
          }}
        >
          {count === 0 ? t('continue') : t('continueWith', { amount: money(totalOf(lines)) })}
        </Button>
      </ScreenAction>
    </>
  )
}
