import { brand } from '@puente/contract'
import { Banner, type Tone } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { useTranslations } from 'use-intl'
import { useNavigation } from '#lib/layout/navigation.tsx'
import { codeIn, pathOf } from '../api/paper-code.ts'
import { type FileInHand, readPaperFile } from '../api/paper-file.ts'
import { ChooseFile } from './choose-file.tsx'

type Outcome = 'same' | 'changed' | 'other' | 'noCode' | 'unreadable'
/** `file` is missing where it could not be read. */
export type CheckedFile = { name: string; outcome: Outcome; file?: FileInHand }

/** What a file is to the paper that was issued under a code. */
export const checkFile = (file: FileInHand, issued: { code: string; hash: string }): CheckedFile => {
  const outcomeOf = (): Outcome => {
    if (file.hash === issued.hash) return 'same'
    if (file.code === null) return 'noCode'
    return file.code === codeIn(issued.code) ? 'changed' : 'other'
  }
  return { name: file.name, outcome: outcomeOf(), file }
}

const tones: Partial<Record<Outcome, Tone>> = { same: 'positive', other: 'info' }

export const FileOutcome = ({ name, outcome, file }: CheckedFile) => {
  const t = useTranslations('papers.file')
  const { go } = useNavigation()
  const open = outcome === 'other' && file?.code
  return (
    <Banner
      tone={tones[outcome] ?? 'negative'}
      title={t(`${outcome}.title`)}
      action={
        open && (
          <Button variant="secondary" onClick={() => go(pathOf(open), { state: { paperFile: file } })}>
            {t('other.open')}
          </Button>
        )
      }
    >
      <span className="wrap-anywhere">{t(`${outcome}.text`, { name, appName: brand.appName })}</span>
    </Banner>
  )
}

type CheckFileProps = {
  /** The paper that was issued. */
  issued: { code: string; hash: string }
  checked: CheckedFile | null | undefined
  /** Called with null while a file is read. */
  onChecked: (checked: CheckedFile | null) => void
}

/** Tells whether the file in hand is the one that was issued. */
export const CheckFile = ({ issued, checked, onChecked }: CheckFileProps) => {
  const t = useTranslations('papers.file')
  const check = async (file: File) => {
    onChecked(null)
    const read = await readPaperFile(file).catch(() => null)
    onChecked(read ? checkFile(read, issued) : { name: file.name, outcome: 'unreadable' })
  }
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">{t('title')}</h2>
      <ChooseFile onFile={(file) => void check(file)} />
      <output>{checked && <FileOutcome {...checked} />}</output>
    </section>
  )
}
