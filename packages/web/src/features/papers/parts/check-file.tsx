import { Banner } from '@puente/ui/badge'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { hashOf } from '../api/paper-file.ts'
import { ChooseFile } from './choose-file.tsx'

type Outcome = 'same' | 'changed' | 'unreadable'

/** Whether a file, by its hash, is the one that was issued. */
export const outcomeOf = (found: string, issued: string): Outcome => (found === issued ? 'same' : 'changed')

export const FileOutcome = ({ name, outcome }: { name: string; outcome: Outcome }) => {
  const t = useTranslations('papers.file')
  return (
    <Banner tone={outcome === 'same' ? 'positive' : 'negative'} title={t(`${outcome}.title`)}>
      <span className="wrap-anywhere">{t(`${outcome}.text`, { name })}</span>
    </Banner>
  )
}

/** Tells whether the file in hand is the one that was issued. */
export const CheckFile = ({ hash }: { hash: string }) => {
  const t = useTranslations('papers.file')
  const [checked, setChecked] = useState<{ name: string; outcome: Outcome } | null>(null)
  const check = async (file: File) => {
    setChecked(null)
    const found = await hashOf(file).catch(() => null)
    setChecked({ name: file.name, outcome: found === null ? 'unreadable' : outcomeOf(found, hash) })
  }
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">{t('title')}</h2>
      <ChooseFile onFile={(file) => void check(file)} />
      <output>{checked && <FileOutcome {...checked} />}</output>
    </section>
  )
}
