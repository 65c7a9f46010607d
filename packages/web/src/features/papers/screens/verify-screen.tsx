/**
 * What a paper's code proves, for anyone who has it: that it was issued, when and for how much, and whether a file is that very paper.
 * Nothing of the application behind the sign-in is loaded for it.
 */
import { brand, type Result } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { BridgeMark } from '@puente/ui/bridge-mark'
import { Button } from '@puente/ui/button'
import { DefinitionList } from '@puente/ui/definition-list'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { TextField } from '@puente/ui/text-field'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { LanguageOffer } from '#lib/i18n/language-offer.tsx'
import { LanguageSwitch } from '#lib/i18n/language-switch.tsx'
import { useNavigation } from '#lib/layout/navigation.tsx'
import { codeIn, pathOf } from '../api/paper-code.ts'
import { type FileInHand, readPaperFile } from '../api/paper-file.ts'
import { CheckFile, type CheckedFile, FileOutcome, checkFile } from '../parts/check-file.tsx'
import { ChooseFile } from '../parts/choose-file.tsx'

type Paper = Result<'verifyPaper'>
type Read = { is: 'reading' } | { is: 'unknown' } | { is: 'failed'; why: string } | { is: 'read'; paper: Paper }

const usePaper = (code: string): { read: Read; again: () => void } => {
  const textOf = useErrorText()
  const [read, setRead] = useState<Read>({ is: 'reading' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isLeft = false
    const ask = async (): Promise<Read> => {
      try {
        return { is: 'read', paper: await call('verifyPaper', { code }) }
      } catch (error) {
        if (error instanceof ApiRefusal && error.code === 'notFound') return { is: 'unknown' }
        return { is: 'failed', why: await textOf(error) }
      }
    }
    const show = async () => {
      const next = await ask()
      if (!isLeft) setRead(next)
    }
    void show()
    return () => {
      isLeft = true
    }
  }, [code, turn, textOf])
  const again = () => {
    setRead({ is: 'reading' })
    setTurn((before) => before + 1)
  }
  return { read, again }
}

const Frame = ({ children }: { children: ReactNode }) => {
  const t = useTranslations('papers')
  return (
    <div className="mx-auto grid min-h-dvh w-full max-w-form content-start px-5 pb-10">
      <header className="flex min-h-18 items-center justify-between gap-3 pt-[env(safe-area-inset-top,0px)]">
        <BridgeMark name={brand.appName} variant="wordmark" />
        <LanguageSwitch />
      </header>
      <main className="grid gap-6 pt-2 desktop:mt-8 desktop:rounded-lg desktop:border desktop:border-border desktop:bg-surface-raised desktop:p-8">
        <h1 className="text-xl font-semibold tracking-tight text-balance">{t('title')}</h1>
        {children}
        <LanguageOffer />
      </main>
    </div>
  )
}

/** The file itself says which paper it is; whether it was changed is told beside what was issued. */
const BringFile = () => {
  const { go } = useNavigation()
  const [failed, setFailed] = useState<CheckedFile>()
  const bring = async (file: File) => {
    setFailed(undefined)
    const read = await readPaperFile(file).catch(() => null)
    if (!read?.code) return setFailed({ name: file.name, outcome: read ? 'noCode' : 'unreadable' })
    return go(pathOf(read.code), { state: { paperFile: read } })
  }
  return (
    <div className="grid gap-3">
      <ChooseFile onFile={(file) => void bring(file)} />
      <output>{failed && <FileOutcome {...failed} />}</output>
    </div>
  )
}

/** Which paper: by its file, or by the code on it. */
const NamePaper = () => (
  <>
    <BringFile />
    <EnterCode />
  </>
)

/** The code of a paper, as it is printed on it. */
const EnterCode = () => {
  const t = useTranslations('papers.enter')
  const { go } = useNavigation()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const plain = codeIn(code)
        if (!plain) return setError(t(plain === null ? 'notACode' : 'missing'))
        return go(pathOf(plain))
      }}
    >
      <TextField
        label={t('label')}
        hint={t('hint')}
        error={error}
        value={code}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => {
          setCode(target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" size="large" full>
        {t('action')}
      </Button>
    </form>
  )
}

export const EnterCodeScreen = () => (
  <Frame>
    <NamePaper />
  </Frame>
)

/** Long values of the proof, in a type that is compared letter by letter. */
const Mono = ({ children }: { children: string }) => <code className="text-sm break-all">{children}</code>

const Proof = ({ paper }: { paper: Paper }) => {
  const t = useTranslations('papers')
  return (
    <details className="rounded-md border border-border p-4">
      <summary className="cursor-pointer font-semibold">{t('proof.title')}</summary>
      <div className="grid gap-3 pt-3">
        <p className="text-sm text-text-muted">{t('proof.text', { appName: brand.appName })}</p>
        <DefinitionList
          rows={[
            { term: t('proof.hash'), value: <Mono>{paper.hash}</Mono> },
            { term: t('proof.key'), value: <Mono>{paper.key.fingerprint}</Mono> },
            { term: t('proof.signature'), value: <Mono>{paper.signature}</Mono> },
          ]}
        />
        <a href="/api/verify/keys" className="font-semibold text-brand-text underline underline-offset-4">
          {t('proof.keys')}
        </a>
      </div>
    </details>
  )
}

const Found = ({ paper, code, brought }: { paper: Paper; code: string; brought: FileInHand | undefined }) => {
  const t = useTranslations('papers')
  const formats = useFormats()
  const { kind, issuer, issuedAt, totals, days, valid, hash } = paper
  // The last file that was compared: null while one is read, undefined until one is chosen here.
  const [checked, setChecked] = useState<CheckedFile | null>()
  const first = checked === undefined && brought ? checkFile(brought, { code, hash }) : undefined
  const outcome = (checked ?? first)?.outcome
  // Of a file that was just compared its own outcome says enough, but that it proves no payment.
  const isToRead = outcome === undefined || outcome === 'unreadable' || (outcome === 'same' && kind === 'record')
  return (
    <>
      {first && <FileOutcome {...first} />}
      {!valid && (
        <Banner tone="negative" title={t('invalid.title')}>
          {t('invalid.text')}
        </Banner>
      )}
      {valid && isToRead && (
        <Banner tone={kind === 'record' ? 'waiting' : 'positive'} title={t('valid.title', { issuer })}>
          {t(kind === 'record' ? 'valid.record' : 'valid.text')}
        </Banner>
      )}
      <DefinitionList
        rows={[
          { term: t('kind'), value: t(`kinds.${kind}`) },
          { term: t('issuer'), value: issuer },
          { term: t('issuedAt'), value: formats.dateTime(issuedAt) },
          ...(days ? [{ term: t('days'), value: formats.days(days.fromDate, days.toDate) }] : []),
          ...totals.map(({ name, cents }) => ({ term: t(`totals.${name}`), value: formats.money(cents) })),
        ]}
      />
      <CheckFile issued={{ code, hash }} checked={checked} onChecked={setChecked} />
      <Proof paper={paper} />
    </>
  )
}

/** `brought`: the file that the code was read from. */
export const VerifyScreen = ({ code, brought }: { code: string; brought: FileInHand | undefined }) => {
  const t = useTranslations('papers')
  const tCommon = useTranslations('common')
  const { read, again } = usePaper(code)
  switch (read.is) {
    case 'read':
      return (
        <Frame>
          <Found paper={read.paper} code={code} brought={brought} />
        </Frame>
      )
    case 'unknown':
      return (
        <Frame>
          <EmptyState picture={<EmptyListPicture />} title={t('unknown.title')} text={t('unknown.text')} />
          <NamePaper />
        </Frame>
      )
    case 'failed':
      return (
        <Frame>
          <EmptyState
            title={tCommon('loadFailed.title')}
            text={read.why}
            action={
              <Button variant="secondary" onClick={again}>
                {tCommon('retry')}
              </Button>
            }
          />
        </Frame>
      )
    case 'reading':
      return (
        <Frame>
          <Loading label={tCommon('loading')}>
            <div className="grid gap-4">
              <Skeleton shape="block" />
              <Skeleton />
              <Skeleton />
            </div>
          </Loading>
        </Frame>
      )
  }
}
