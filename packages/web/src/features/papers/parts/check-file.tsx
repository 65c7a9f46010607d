import { Banner } from '@puente/ui/badge'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type FileInHand, hashOf } from '../api/paper-file.ts'
import { ChooseFile } from './choose-file.tsx'

type Checked = { name: string; outcome: 'same' | 'changed' | 'unreadable' }

/** Whether the file in hand is the one that was issued, by its hash. `brought`: one that was read on the screen before. */
export const CheckFile = ({ hash, brought }: { hash: string; brought: FileInHand | undefined }) => {
  const t = useTranslations('papers.file')
  const outcomeOf = (found: string | null) => (found === null ? 'unreadable' : found === hash ? 'same' : 'changed')
  const [checked, setChecked] = useState<Checked | null>(
    brought ? { name: brought.name, outcome: outcomeOf(brought.hash) } : null,
  )
  const check = async (file: File) => {
    setChecked(null)
    const found = await hashOf(file).catch(() => null)
    setChecked({ name: file.name, outcome: outcomeOf(found) })
  }
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">{t('title')}</h2>
      <ChooseFile onFile={(file) => void check(file)} />
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
