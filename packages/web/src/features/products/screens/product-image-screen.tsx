import { Button } from '@puente/ui/button'
import { useMutation } from '@tanstack/react-query'
import { useCanGoBack, useLocation, useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { readDraft, withDraft } from '#lib/forms/draft.ts'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { PictureChoice, PicturePreview, usePicture } from '#shared/picture/picture-choice.tsx'
import '../api/product-draft.ts'

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(blob)
  })

/** The picture of a product: chosen and framed here, and sent with the rest of the product. */
export const ProductImageScreen = () => {
  const t = useTranslations('products')
  const tCommon = useTranslations('common')
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const fail = useShowError()
  const draft = useLocation({ select: ({ state }) => readDraft('product', state) }) ?? {}
  const picture = usePicture()
  const take = useMutation({
    mutationFn: async () => {
      const square = await picture.square()
      return square && dataUrlOf(square)
    },
    onSuccess: (url) => {
      if (url === null) return
      const state = withDraft('product', { ...draft, picture: url })
      if (canGoBack) router.history.back()
      else router.history.replace(paths.productsAdd.path, state)
    },
    onError: fail,
  })
  return (
    <Screen width="form" title={t('pictureTitle')}>
      <PicturePreview picture={picture} label={t('picturePreview')} shape="square" />
      <PictureChoice label={t('pictureField')} hint={t('pictureHint')} picture={picture} />
      {picture.photo && (
        <ScreenAction>
          <Button
            size="large"
            full
            pending={take.isPending}
            pendingLabel={tCommon('working')}
            onClick={() => take.mutate()}
          >
            {t('usePicture')}
          </Button>
        </ScreenAction>
      )}
    </Screen>
  )
}
