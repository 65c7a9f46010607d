import { Button } from '@puente/ui/button'
import { useMutation } from '@tanstack/react-query'
import FileDown from 'lucide-react/icons/file-down'
import { useTranslations } from 'use-intl'
import { fetchDocument } from '#lib/api/api.ts'
import { saveFile } from '#lib/browser/save-file.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { currentLanguage } from '#lib/i18n/i18n.ts'

type SavePaperProps = {
  /** What it is; a transaction that is not completed has a record. */
  kind: 'receipt' | 'record' | 'invoice'
  /** The file's name without its ending. */
  name: string
  paper: { transactionId: string } | { invoiceId: string }
}

/** A paper as a file, in the language on screen and, where it differs, in the other party's beside it. */
export const SavePaper = ({ kind, name, paper }: SavePaperProps) => {
  const t = useTranslations('papers.save')
  const tCommon = useTranslations('common')
  const onError = useShowError()
  const saving = useMutation({
    mutationFn: () => {
      const lang = currentLanguage()
      return 'transactionId' in paper
        ? fetchDocument('receipt', { transactionId: paper.transactionId, lang })
        : fetchDocument('invoicePdf', { invoiceId: paper.invoiceId, lang })
    },
    onSuccess: (blob) => saveFile(blob, `${name}.pdf`),
    onError,
  })
  return (
    <Button
      variant="secondary"
      full
      icon={<FileDown aria-hidden="true" className="size-5" />}
      pending={saving.isPending}
      pendingLabel={tCommon('working')}
      onClick={() => saving.mutate()}
    >
      {t(kind)}
    </Button>
  )
}
