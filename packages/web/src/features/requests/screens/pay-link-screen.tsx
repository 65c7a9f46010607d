/**
 * What a link asks for, for anyone who has it. Nothing private stands here, and nothing of the application behind the sign-in
 * is loaded for it.
 */
import type { Result } from '@puente/contract'
import { brand } from '@puente/contract'
import { Avatar } from '@puente/ui/avatar'
import { Badge } from '@puente/ui/badge'
import { BridgeMark } from '@puente/ui/bridge-mark'
import { Button } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { Money } from '@puente/ui/money'
import { NoticeRegion } from '@puente/ui/notice'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { LanguageOffer } from '#lib/i18n/language-offer.tsx'
import { LanguageSwitch } from '#lib/i18n/language-switch.tsx'
import { useNavigation } from '#lib/layout/navigation.tsx'
import { paths } from '#lib/layout/paths.ts'
import { SandboxSlot } from '#lib/layout/sandbox-slot.tsx'
import { keepPayLink } from '#lib/session/pay-link.ts'

type Link = Result<'publicRequest'>
type Read = { is: 'reading' } | { is: 'unknown' } | { is: 'failed'; why: string } | { is: 'read'; link: Link }

const readLink = async (code: string, textOf: (error: unknown) => Promise<string>): Promise<Read> => {
  try {
    return { is: 'read', link: await call('publicRequest', { code }) }
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === 'notFound') return { is: 'unknown' }
    return { is: 'failed', why: await textOf(error) }
  }
}

/** What the link asks for, read again whenever the page is looked at: it may have been paid meanwhile. */
const useLink = (code: string) => {
  const textOf = useErrorText()
  const [read, setRead] = useState<Read>({ is: 'reading' })
  // What stands there is not lost to a failure.
  const take = (next: Read) => setRead((before) => (next.is === 'failed' && before.is === 'read' ? before : next))
  useEffect(() => {
    let isLeft = false
    const again = async () => {
      const next = await readLink(code, textOf)
      if (!isLeft) take(next)
    }
    void again()
    const seen = () => {
      if (document.visibilityState === 'visible') void again()
    }
    document.addEventListener('visibilitychange', seen)
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', seen)
    }
  }, [code, textOf])
  return { read, again: () => void readLink(code, textOf).then(take) }
}

export const PayLinkScreen = ({ code }: { code: string }) => {
  const t = useTranslations('requests')
  const tCommon = useTranslations('common')
  const { read, again } = useLink(code)
  switch (read.is) {
    case 'read':
      return (
        <Frame title={t('link.title', { name: read.link.requesterName })}>
          <Asked code={code} link={read.link} />
        </Frame>
      )
    case 'unknown':
      return (
        <Frame title={t('link.screen')}>
          <EmptyState picture={<EmptyListPicture />} title={t('closed.unknown')} text={t('closed.unknownText')} />
        </Frame>
      )
    case 'failed':
      return (
        <Frame title={t('link.screen')}>
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
        <Frame title={t('link.screen')}>
          <Loading label={tCommon('loading')}>
            <div className="grid justify-items-center gap-4 py-8">
              <Skeleton shape="circle" />
              <Skeleton shape="amount" />
              <Skeleton shape="title" />
            </div>
          </Loading>
        </Frame>
      )
  }
}

const Frame = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="mx-auto grid min-h-dvh w-full max-w-form content-start px-5 pb-10">
    <header className="flex min-h-18 items-center justify-between gap-3 pt-[env(safe-area-inset-top,0px)]">
      <BridgeMark name={brand.appName} variant="wordmark" />
      <div className="flex items-center gap-1">
        <SandboxSlot />
        <LanguageSwitch />
      </div>
    </header>
    <NoticeRegion />
    <main className="grid gap-6 pt-2 desktop:mt-8 desktop:rounded-lg desktop:border desktop:border-border desktop:bg-surface-raised desktop:p-8">
      <h1 className="text-center text-xl font-semibold tracking-tight text-balance wrap-anywhere">{title}</h1>
      {children}
      <LanguageOffer />
    </main>
  </div>
)

const tones = { paid: 'positive', declined: 'neutral', cancelled: 'neutral', expired: 'neutral' } as const

const Asked = ({ code, link }: { code: string; link: Link }) => {
  const t = useTranslations('requests')
  const formats = useFormats()
  const { requesterName, image, amount, note, state, expiresAt } = link
  return (
    <>
      <div className="grid justify-items-center gap-3 text-center">
        <Avatar name={requesterName} src={image} size="lg" />
        <Money cents={amount} locale={formats.locale} size="hero" />
        <p className="max-w-full text-lg whitespace-pre-line wrap-anywhere">{note}</p>
        {state === 'open' ? (
          <p className="text-sm text-text-muted">{t('link.until', { at: formats.dateTime(expiresAt) })}</p>
        ) : (
          <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
        )}
      </div>
      {state === 'open' ? (
        <Enter code={code} />
      ) : (
        <output className="grid gap-1 rounded-md bg-surface-sunken p-5 text-center">
          <span className="font-semibold">{t(`closed.${state}`)}</span>
          <span className="text-text-muted">{t(`closed.${state}Text`)}</span>
        </output>
      )}
    </>
  )
}

/** Paying takes an account: logging in or signing up leads back to this very request. */
const Enter = ({ code }: { code: string }) => {
  const t = useTranslations('requests.link')
  const tAuth = useTranslations('auth.signIn')
  const { go, prepare } = useNavigation()
  const enter = (to: string) => {
    keepPayLink(code)
    go(to)
  }
  return (
    <div className="grid gap-2.5">
      <Button
        size="large"
        full
        onPointerEnter={() => prepare(paths.signIn.path)}
        onClick={() => enter(paths.root.href({ redirect: paths.payLink.path.replace('$code', code) }))}
      >
        {t('logIn')}
      </Button>
      <Button
        variant="secondary"
        size="large"
        full
        onPointerEnter={() => prepare(paths.signUp.path)}
        onClick={() => enter(paths.signUp.path)}
      >
        {tAuth('signUp')}
      </Button>
      <p className="pt-2 text-center text-sm text-text-muted">{t('ways', { appName: brand.appName })}</p>
    </div>
  )
}
