import { PRODUCT_NAME_MAX, PRODUCT_PRICE_MIN, type Product } from '@puente/contract'
import { Button, buttonClass } from '@puente/ui/button'
import { useNotices } from '@puente/ui/notice'
import { TextField } from '@puente/ui/text-field'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import ImagePlus from 'lucide-react/icons/image-plus'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useFileUrl } from '#lib/api/use-file-url.ts'
import { AmountField } from '#lib/forms/amount-field.tsx'
import { finishFlow, lastDraft } from '#lib/forms/draft.ts'
import { focusFirstInvalid } from '#lib/forms/focus-invalid.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import type { ProductDraft } from '../api/product-draft.ts'

type Wrong = { name?: string | undefined; price?: string | undefined }

const save = ({ productId, name = '', price, picture }: ProductDraft): Promise<Product> => {
  const entered = { name: name.trim(), price: price ?? 0 }
  if (productId === undefined) return call('addProduct64', { ...entered, ...(picture && { image: picture }) })
  return call('updateProduct', { productId, ...entered, ...(picture !== undefined && { image: picture }) })
}

/** A product: a new one, or one that is changed. Invoices that were made before keep what they said. */
export const ProductFormScreen = () => {
  const t = useTranslations('products')
  const tCommon = useTranslations('common')
  const tErrors = useTranslations('errors.codes')
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const client = useQueryClient()
  const { show } = useNotices()
  const textOf = useErrorText()
  const { draft, change, continueTo } = useDraft('product')
  const { productId, name = '', price = null, picture, image = null } = draft
  const stored = useFileUrl(image)
  const shown = picture === undefined ? stored : picture
  const [wrong, setWrong] = useState<Wrong>({})
  // The picture is framed on a screen of its own, which comes back here.
  const takeFramed = useEffectEvent(() => {
    const last = lastDraft('product')
    if (last?.productId === productId && last?.picture !== picture) change({ picture: last?.picture })
  })
  useEffect(() => takeFramed(), [])
  const [isUnreadable, setUnreadable] = useState(false)

  const saving = useMutation({
    mutationFn: () => save(draft),
    onSuccess: (product) => {
      finishFlow('product')
      client.setQueryData<{ items: Product[] }>(queryKeys.products, (list) => list && withProduct(list, product))
      void client.invalidateQueries({ queryKey: queryKeys.products })
      show('positive', t(productId === undefined ? 'added' : 'saved'))
      if (canGoBack) router.history.back()
      else router.history.replace(paths.products.path)
    },
    onError: async (error) => {
      const text = await textOf(error)
      const code = error instanceof ApiRefusal ? error.code : null
      if (code === 'invalidName') focusFirstInvalid(() => setWrong({ name: text }))
      else if (code === 'invalidPrice') focusFirstInvalid(() => setWrong({ price: text }))
      else show('negative', text)
    },
  })

  const submit = () => {
    if (saving.isPending || isUnreadable) return
    const isSomeMissing = name.trim() === '' || price === null
    const found: Wrong = {
      ...(name.trim() === '' && { name: t('nameRequired') }),
      ...(price === null
        ? { price: t('priceRequired') }
        : price < PRODUCT_PRICE_MIN && { price: tErrors('invalidPrice') }),
    }
    if (isSomeMissing) show('negative', tCommon('requiredFields'))
    if (found.name === undefined && found.price === undefined) saving.mutate()
    else focusFirstInvalid(() => setWrong(found))
  }

  return (
    <Screen width="form" title={t(productId === undefined ? 'addTitle' : 'editTitle')}>
      <form
        className="grid gap-6"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="grid justify-items-center gap-2">
          {shown === null ? (
            <span
              aria-hidden="true"
              className="grid size-28 place-items-center rounded-md bg-surface-sunken text-text-muted"
            >
              <ImagePlus className="size-8" />
            </span>
          ) : (
            <img src={shown} alt={t('pictureAlt')} className="size-28 rounded-md border border-border object-cover" />
          )}
          <div className="flex flex-wrap justify-center gap-2">
            <button
              type="button"
              className={buttonClass({ variant: 'ghost', size: 'small' })}
              onClick={() => continueTo(paths.productsAddImage.path, draft)}
            >
              {t(shown === null ? 'addPicture' : 'changePicture')}
            </button>
            {shown !== null && (
              <Button variant="ghost" size="small" onClick={() => change({ picture: null })}>
                {t('removePicture')}
              </Button>
            )}
          </div>
        </div>
        <TextField
          label={t('name')}
          error={wrong.name}
          type="text"
          autoComplete="off"
          maxLength={PRODUCT_NAME_MAX}
          value={name}
          disabled={saving.isPending}
          onChange={(event) => {
            change({ name: event.target.value })
            setWrong((before) => ({ ...before, name: undefined }))
          }}
        />
        <AmountField
          label={t('price')}
          value={price}
          disabled={saving.isPending}
          error={wrong.price}
          onChange={(cents, unreadable) => {
            change({ price: cents })
            setUnreadable(unreadable !== undefined)
            setWrong((before) => ({ ...before, price: undefined }))
          }}
        />
        <ScreenAction>
          <Button type="submit" size="large" full pending={saving.isPending} pendingLabel={tCommon('working')}>
            {t(productId === undefined ? 'add' : 'save')}
          </Button>
        </ScreenAction>
      </form>
    </Screen>
  )
}

/** The list with the product in its place, by name. */
const withProduct = ({ items }: { items: Product[] }, product: Product): { items: Product[] } => ({
  items: [...items.filter(({ id }) => id !== product.id), product].toSorted((a, b) => a.name.localeCompare(b.name)),
})
