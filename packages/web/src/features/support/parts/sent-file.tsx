import type { TicketFile } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { useMutation } from '@tanstack/react-query'
import FileText from 'lucide-react/icons/file-text'
import Image from 'lucide-react/icons/image'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { fetchDocument } from '#lib/api/api.ts'
import { saveFile } from '#lib/browser/save-file.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { useFormats } from '#lib/i18n/format.ts'

/** A picture of a message, shown in it when asked for, or a PDF, saved. Nothing is fetched before: each reading is written down. */
export const SentFile = ({ file: { id, contentType, size } }: { file: TicketFile }) => {
  const t = useTranslations('support.files')
  const tCommon = useTranslations('common')
  const formats = useFormats()
  const onError = useShowError()
  const isPdf = contentType === 'application/pdf'
  const opening = useMutation({
    mutationFn: () => fetchDocument('readTicketFile', { fileId: id }),
    onSuccess: (blob) => isPdf && saveFile(blob, 'puente-support.pdf'),
    onError,
  })
  if (!isPdf && opening.data) return <Picture blob={opening.data} label={t('picture')} />
  const Icon = isPdf ? FileText : Image
  return (
    <div className="justify-self-start rounded-md bg-surface">
      <Button
        variant="ghost"
        size="small"
        icon={<Icon aria-hidden="true" className="size-5" />}
        pending={opening.isPending}
        pendingLabel={tCommon('working')}
        onClick={() => opening.mutate()}
      >
        {t(isPdf ? 'savePdf' : 'showPicture', { size: formats.size(size) })}
      </Button>
    </div>
  )
}

/** Its address is given back to the browser when it is no longer shown. */
const Picture = ({ blob, label }: { blob: Blob; label: string }) => {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined
      const address = URL.createObjectURL(blob)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [blob],
  )
  return <img ref={show} alt={label} className="max-h-96 max-w-full rounded-md object-contain" />
}
