import type { Product } from '@puente/contract'
import { IconButton } from '@puente/ui/icon-button'
import { Money } from '@puente/ui/money'
import Minus from 'lucide-react/icons/minus'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { ProductPicture } from '#shared/invoice/product-picture.tsx'

type RowProps = { product: Product; children: ReactNode }

const Row = ({ product: { name, price, image }, children }: RowProps) => {
  const { locale } = useFormats()
  return (
    <li className="flex min-h-17 flex-wrap items-center gap-x-3.5 gap-y-1 px-4 py-3">
      <ProductPicture image={image} />
      <span className="grid min-w-0 flex-[1_1_5rem] gap-0.5 wrap-anywhere">
        <span className="font-medium">{name}</span>
        <span className="text-sm text-text-muted">
          <Money cents={price} locale={locale} size="sm" />
        </span>
      </span>
      <span className="ms-auto flex items-center">{children}</span>
    </li>
  )
}

type PickProps = {
  product: Product
  count: number
  /** No more fit on the invoice. */
  isFull: boolean
  onCount: (count: number) => void
}

/** A product to put on an invoice: how many of it. */
export const PickRow = ({ product, count, isFull, onCount }: PickProps) => {
  const t = useTranslations('products')
  return (
    <Row product={product}>
      <IconButton
        label={t('fewer', { name: product.name })}
        icon={<Minus aria-hidden="true" />}
        tone="filled"
        disabled={count === 0}
        onClick={() => onCount(count - 1)}
      />
      <output
        aria-label={t('count', { name: product.name })}
        className="min-w-8 text-center font-semibold tabular-nums"
      >
        {count}
      </output>
      <IconButton
        label={t('another', { name: product.name })}
        icon={<Plus aria-hidden="true" />}
        tone="filled"
        disabled={isFull}
        onClick={() => onCount(count + 1)}
      />
    </Row>
  )
}

type KeepProps = { product: Product; onEdit: () => void; onDelete: () => void }

/** A product of the catalogue: to change, or to delete. */
export const KeepRow = ({ product, onEdit, onDelete }: KeepProps) => {
  const t = useTranslations('products')
  return (
    <Row product={product}>
      <IconButton label={t('edit', { name: product.name })} icon={<Pencil aria-hidden="true" />} onClick={onEdit} />
      <IconButton
        label={t('delete.open', { name: product.name })}
        icon={<Trash2 aria-hidden="true" />}
        onClick={onDelete}
      />
    </Row>
  )
}
