import { LANGUAGES, type Invoice, type Language } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { Segmented } from '@puente/ui/segmented'
import { SelectField } from '@puente/ui/select-field'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { fetchDocument } from '#lib/api/api.ts'
import { saveFile } from '#lib/browser/save-file.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'

type Props = { row: Pick<Invoice, 'id' | 'reference'>; onClose: () => void }

/** The invoice as a file, in the language of whoever is to read it. */
export const PdfDialog = ({ row, onClose }: Props) => {
  const t = useTranslations('invoices.pdf')
  const tCommon = useTranslations('common')
  const fail = useShowError()
  const [lang, setLang] = useState<Language>(useLocale())
  const [second, setSecond] = useState<Language | null>(null)
  const others = LANGUAGES.filter((language) => language !== lang)
  const otherLang = others.find((language) => language === second)
  const fetching = useMutation({
    mutationFn: () => fetchDocument('invoicePdf', { invoiceId: row.id, lang, ...(otherLang && { otherLang }) }),
    onSuccess: (blob) => {
      saveFile(blob, `${row.reference}.pdf`)
      onClose()
    },
    onError: fail,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      actions={
        <>
          <Button pending={fetching.isPending} pendingLabel={tCommon('working')} onClick={() => fetching.mutate()}>
            {t('action')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {tCommon('cancel')}
          </Button>
        </>
      }
    >
      <Segmented
        label={tCommon('languages.label')}
        stacked
        value={lang}
        onChange={setLang}
        options={LANGUAGES.map((value) => ({
          value,
          label: <span lang={value}>{tCommon(`languages.${value}`)}</span>,
        }))}
      />
      <SelectField
        label={t('second')}
        hint={t('secondHint')}
        value={otherLang ?? ''}
        onChange={({ target: { value } }) => setSecond(others.find((language) => language === value) ?? null)}
        options={[
          { value: '', label: t('none') },
          ...others.map((value) => ({ value, label: tCommon(`languages.${value}`) })),
        ]}
      />
    </Dialog>
  )
}
