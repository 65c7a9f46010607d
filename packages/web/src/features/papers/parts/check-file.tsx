import { Banner } from '@puente/ui/badge'
import FileCheck from 'lucide-react/icons/file-check'
import { useState, type DragEvent } from 'react'
import { useTranslations } from 'use-intl'
import { fileHash } from '../api/file-hash.ts'

type Checked = { name: string; outcome: 'same' | 'changed' | 'unreadable' }

/** Whether the file in hand is the one that was issued, by its hash. It is read by the browser and sent nowhere. */
export const CheckFile = ({ hash }: { hash: string }) => {
  const t = useTranslations('papers.file')
  const [checked, setChecked] = useState<Checked | null>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    setChecked(null)
    const found = await fileHash(file).catch(() => null)
    setChecked({ name: file.name, outcome: found === null ? 'unreadable' : found === hash ? 'same' : 'changed' })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">{t('title')}</h2>
      <div onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <label className="grid min-h-32 cursor-pointer place-items-center gap-2 rounded-md border-2 border-dashed border-border-strong bg-surface-raised p-5 text-center hover:border-brand has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus">
          <input
            type="file"
            accept=".pdf,application/pdf"
            className="sr-only"
            onChange={({ target }) => {
              void take(target.files?.[0])
              // The same file may be chosen again.
              target.value = ''
            }}
          />
          <FileCheck aria-hidden="true" className="size-7 text-brand-text" />
          <span className="font-medium">{t('choose')}</span>
          <span className="text-sm text-text-muted">{t('local')}</span>
        </label>
      </div>
      <output>
        {checked && (
          <Banner tone={checked.outcome === 'same' ? 'positive' : 'negative'} title={t(`${checked.outcome}.title`)}>
            <span className="wrap-anywhere">{t(`${checked.outcome}.text`, { name: checked.name })}</span>
          </Banner>
        )}
      </output>
    </section>
  )
}
