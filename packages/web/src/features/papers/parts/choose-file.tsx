import FileCheck from 'lucide-react/icons/file-check'
import type { DragEvent } from 'react'
import { useTranslations } from 'use-intl'

/** Takes the PDF of a paper, chosen or dropped. It is read by the browser and sent nowhere. */
export const ChooseFile = ({ onFile }: { onFile: (file: File) => void }) => {
  const t = useTranslations('papers.file')
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file) onFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    take(event.dataTransfer.files)
  }
  return (
    <div onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <label className="grid min-h-32 cursor-pointer place-items-center gap-2 rounded-md border-2 border-dashed border-border-strong bg-surface-raised p-5 text-center hover:border-brand has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus">
        <input
          type="file"
          accept=".pdf,application/pdf"
          className="sr-only"
          onChange={({ target }) => {
            take(target.files)
            // The same file may be chosen again.
            target.value = ''
          }}
        />
        <FileCheck aria-hidden="true" className="size-7 text-brand-text" />
        <span className="font-medium">{t('choose')}</span>
        <span className="text-sm text-text-muted">{t('local')}</span>
      </label>
    </div>
  )
}
