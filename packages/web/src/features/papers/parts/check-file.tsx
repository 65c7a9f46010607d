import { Banner } from '@puente/ui/badge'
import { useTranslations } from 'use-intl'
import { hashOf } from '../api/paper-file.ts'
import { ChooseFile } from './choose-file.tsx'

type Outcome = 'same' | 'changed' | 'unreadable'
export type CheckedFile = { name: string; outcome: Outcome }

/** Whether a file, by its hash, is the one that was issued. */
export const outcomeOf = (found: string, issued: string): Outcome => (found === issued ? 'same' : 'changed')

export const FileOutcome = ({ name, outcome }: CheckedFile) => {
  const t = useTranslations('papers.file')
  return (
    <Banner tone={outcome === 'same' ? 'positive' : 'negative'} title={t(`${outcome}.title`)}>
      <span className="wrap-anywhere">{t(`${outcome}.text`, { name })}</span>
    </Banner>
  )
}

type CheckFileProps = {
  /** The hash of the paper that was issued. */
  hash: string
  checked: CheckedFile | null | undefined
  /** Called with null while a file is read. */
  onChecked: (checked: CheckedFile | null) => void
}

/** Tells whether the file in hand is the one that was issued. */
export const CheckFile = ({ hash, checked, onChecked }: CheckFileProps) => {
  const t = useTranslations('papers.file')
  const check = async (file: File) => {
    onChecked(null)
    const found = await hashOf(file).catch(() => null)
    onChecked({ name: file.name, outcome: found === null ? 'unreadable' : outcomeOf(found, hash) })
  }
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">{t('title')}</h2>
      <ChooseFile onFile={(file) => void check(file)} />
      <output>{checked && <FileOutcome {...checked} />}</output>
    </section>
  )
}
