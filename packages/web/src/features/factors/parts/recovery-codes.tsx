import { brand } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { useNotices } from '@puente/ui/notice'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { productNow } from '#lib/browser/product-time.ts'
import { useFormats } from '#lib/i18n/format.ts'

type Props = { codes: readonly string[]; onClose: () => void }

/** The browser asks before it leaves the page. */
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

/** The codes, this once. Only the button closes it, and the page is not left unasked: what is not kept now is gone. */
export const RecoveryCodes = ({ codes, onClose }: Props) => {
  const t = useTranslations('factors.codes')
  const formats = useFormats()
  const { show } = useNotices()

  useEffect(() => {
    addEventListener('beforeunload', askBeforeLeaving)
    return () => removeEventListener('beforeunload', askBeforeLeaving)
  }, [])

  const text = (): string =>
    [
      t('fileTitle', { appName: brand.appName }),
      t('fileNote', { date: formats.date(new Date(productNow()).toISOString()) }),
      '',
      ...codes,
      '',
    ].join('\n')

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      show('positive', t('copied'))
    } catch {
      // A browser that forbids it leaves the codes to be marked by hand.
    }
  }
  const download = () => {
    const url = URL.createObjectURL(new Blob([text()], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${brand.slug}-recovery-codes.txt`
    link.click()
    URL.revokeObjectURL(url)
  }

  return (
    <Dialog
      open
      dismissible={false}
      onOpenChange={() => {}}
      title={t('shownTitle')}
      description={t('shownText')}
      actions={<Button onClick={onClose}>{t('saved')}</Button>}
    >
      <ol className="grid gap-1 rounded-md bg-surface-sunken p-4 text-center font-mono text-sm select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="secondary" size="small" onClick={() => void copy()}>
          {t('copy')}
        </Button>
        <Button variant="secondary" size="small" onClick={download}>
          {t('download')}
        </Button>
        <Button variant="secondary" size="small" onClick={() => window.print()}>
          {t('print')}
        </Button>
      </div>
    </Dialog>
  )
}
