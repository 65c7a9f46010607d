import { Banner } from '@puente/ui/badge'
import { Button, buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { TextField } from '@puente/ui/text-field'
import { useRouter } from '@tanstack/react-router'
import Camera from 'lucide-react/icons/camera'
import ImageUp from 'lucide-react/icons/image-up'
import { useRef, useState, type SubmitEvent } from 'react'
import { brand } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { Screen } from '#lib/layout/screen.tsx'
import { readFile } from '../api/read-qr.ts'
import { pathOfCode } from '../api/scanned.ts'
import { useCamera } from '../api/use-camera.ts'

const app = { appName: brand.appName }

type Problem = 'foreign' | 'noCode' | 'noLink'

/** A code to pay or a person to send to: by the camera, from a picture, or as a link. */
export const ScanScreen = () => {
  const t = useTranslations('requests.scan')
  const router = useRouter()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [link, setLink] = useState('')
  const [isReading, setReading] = useState(false)

  /** Follows what is ours; anything else is said to be foreign. */
  const follow = (text: string): boolean => {
    const path = pathOfCode(text, window.location.origin)
    setProblem(path === null ? 'foreign' : null)
    if (path !== null) router.history.push(path)
    return path !== null
  }
  const camera = useCamera(follow)

  const pick = async (file: File | undefined) => {
    if (!file || isReading) return
    setReading(true)
    const text = await readFile(file)
    setReading(false)
    if (text === null) setProblem('noCode')
    else follow(text)
  }
  const open = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (link.trim() === '') setProblem('noLink')
    else follow(link)
  }

  return (
    <Screen width="form" lead={t('lead')}>
      <Viewfinder camera={camera} />
      <div role="alert" className="empty:hidden">
        {(problem === 'foreign' || problem === 'noCode') && (
          <Banner tone="negative" title={problem === 'foreign' ? t('problem.foreign', app) : t('problem.noCode')}>
            {problem === 'foreign' ? t('problem.foreignText', app) : t('problem.noCodeText')}
          </Banner>
        )}
      </div>
      <Card>
        <PickPicture isReading={isReading} onPick={(file) => void pick(file)} />
        <form noValidate onSubmit={open} className="grid gap-3">
          <TextField
            label={t('link')}
            hint={t('linkHint')}
            type="text"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2000}
            error={problem === 'noLink' ? t('problem.noLink') : undefined}
            value={link}
            onChange={(event) => {
              setProblem(null)
              setLink(event.target.value)
            }}
          />
          <Button type="submit" variant="secondary" full>
            {t('open')}
          </Button>
        </form>
      </Card>
    </Screen>
  )
}

const Viewfinder = ({ camera: { video, state, start } }: { camera: ReturnType<typeof useCamera> }) => {
  const t = useTranslations('requests.scan')
  const tCommon = useTranslations('common')
  const isOn = state === 'on' || state === 'asking'
  return (
    <div className="grid gap-3">
      <div
        hidden={!isOn}
        className="relative mx-auto aspect-square w-full max-w-80 overflow-hidden rounded-lg bg-surface-sunken"
      >
        <video
          ref={video}
          playsInline
          muted
          aria-label={t('view')}
          className="absolute inset-0 size-full object-cover"
        />
        <span aria-hidden="true" className="absolute inset-8 rounded-md border-4 border-surface-raised/80" />
      </div>
      <output className="text-center text-text-muted empty:hidden">{state === 'on' && t('looking')}</output>
      {(state === 'refused' || state === 'missing' || state === 'busy') && (
        <div role="alert">
          <Banner tone="waiting" title={t(`camera.${state}`)}>
            {t(`camera.${state}Text`)}
          </Banner>
        </div>
      )}
      {state !== 'on' && (
        <Button
          size="large"
          full
          pending={state === 'asking'}
          pendingLabel={tCommon('working')}
          icon={<Camera aria-hidden="true" className="size-5" />}
          onClick={start}
        >
          {t(state === 'off' || state === 'asking' ? 'start' : 'again')}
        </Button>
      )}
    </div>
  )
}

const PickPicture = ({ isReading, onPick }: { isReading: boolean; onPick: (file: File | undefined) => void }) => {
  const t = useTranslations('requests.scan')
  const field = useRef<HTMLInputElement>(null)
  return (
    <label
      className={`${buttonClass({ variant: 'secondary', full: true })} has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
    >
      <ImageUp aria-hidden="true" className="size-5" />
      {t(isReading ? 'reading' : 'picture')}
      <input
        ref={field}
        type="file"
        accept="image/*"
        className="sr-only"
        onChange={(event) => {
          onPick(event.target.files?.[0])
          // The same picture can be chosen again.
          if (field.current) field.current.value = ''
        }}
      />
    </label>
  )
}
