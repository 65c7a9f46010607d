/**
 * A signed-in screen: header (back, logo, title, avatar, log out) and content. Title and way back come from the route's
 * `staticData`, so most screens give nothing but their content.
 */
import { Avatar } from '@puente/ui/avatar'
import { BridgeMark } from '@puente/ui/bridge-mark'
import { IconButton, iconButtonClass } from '@puente/ui/icon-button'
import { NoticeRegion } from '@puente/ui/notice'
import { Page, columnOf, type PageProps } from '@puente/ui/page'
import { brand } from '@puente/contract'
import { Link, useCanGoBack, useMatches, useRouter } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import LogOut from 'lucide-react/icons/log-out'
import X from 'lucide-react/icons/x'
import { Suspense, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useMe } from '#lib/session/me.ts'
import { Bell } from './bell.tsx'
import { FrozenBanner } from './frozen-banner.tsx'
import { paths } from './paths.ts'
import { SandboxSlot } from './sandbox-slot.tsx'
import { useFileUrl } from '#lib/api/use-file-url.ts'
import { useText } from '#lib/i18n/text-key.ts'

const LogOutDialog = lazyPart(() => import('./log-out-dialog.tsx').then((part) => part.LogOutDialog))

type Props = Pick<PageProps, 'children' | 'detail' | 'detailPlaceholder' | 'aside' | 'width'> & {
  /** Instead of the route's own title, for titles that contain a name. */
  title?: ReactNode
  /** Below the header, before the content. */
  lead?: ReactNode
}

export const Screen = ({ title, lead, children, ...place }: Props) => {
  const text = useText()
  const isFlow = useMatches().at(-1)?.staticData.isFlow ?? false
  const data = useMatches().findLast((match) => match.staticData.title !== undefined)?.staticData
  return (
    <>
      <header
        data-crowded={!isFlow && data?.parent !== undefined ? '' : undefined}
        className={`mx-auto flex min-h-18 short:min-h-14 w-full items-center gap-1 px-4 max-sm:data-crowded:gap-0 pt-[env(safe-area-inset-top,0px)] sm:gap-2 sm:px-6 ${isFlow ? '' : 'desktop:pe-44'} ${columnOf({ width: 'wide' })}`}
      >
        {data?.parent !== undefined && <Back parent={data.parent} />}
        {!isFlow && <HomeLink />}
        <div className="min-w-0 grow">
          <h1
            // With a way back beside it the title has little room on a phone.
            className={`leading-tight font-semibold tracking-tight sm:text-xl ${data?.parent === undefined ? 'text-lg' : 'text-base max-[23.5rem]:in-[[data-crowded]]:text-sm'}`}
          >
            {title ?? (data?.title && text(data.title))}
          </h1>
        </div>
        <SandboxSlot />
        {isFlow ? <Leave /> : <Account />}
      </header>
      <NoticeRegion className={`mx-auto px-4 sm:px-6 ${columnOf(place)}`} />
      <Page {...place} onSheet={isFlow}>
        <FrozenBanner />
        {lead !== undefined && lead !== null && <p className="text-text-muted">{lead}</p>}
        {children}
      </Page>
    </>
  )
}

/** Back to the previous screen of the application, else to the screen's parent. */
const Back = ({ parent }: { parent: string }) => {
  const t = useTranslations('common')
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <span className="-ms-2">
      <IconButton
        label={t('back')}
        icon={<ArrowLeft aria-hidden="true" />}
        onClick={() => (canGoBack ? router.history.back() : router.history.push(parent))}
      />
    </span>
  )
}

const HomeLink = () => {
  const t = useTranslations('shell.header')
  return (
    <Link
      to={paths.home.path}
      aria-label={t('toHome', { appName: brand.appName })}
      className="me-2 grid min-h-11 shrink-0 place-items-center rounded-md desktop:hidden"
    >
      <span aria-hidden="true" className="grid">
        <BridgeMark name={brand.appName} size="sm" />
      </span>
    </Link>
  )
}

/** Leaves a flow, from any of its steps. */
const Leave = () => {
  const t = useTranslations('common')
  return (
    <Link to={paths.home.path} aria-label={t('close')} className={`${iconButtonClass()} -me-2`}>
      <X aria-hidden="true" />
    </Link>
  )
}

/** On a wide screen it keeps to the corner of the window, wherever the screen's column stands. */
const Account = () => {
  const t = useTranslations('shell.header')
  const me = useMe()
  const image = useFileUrl(me.imgUrl)
  const [asking, setAsking] = useState(false)
  return (
    <div className="flex shrink-0 items-center gap-1 desktop:absolute desktop:end-6 desktop:top-0 desktop:h-18">
      <Bell />
      <Link to={paths.settings.path} className={iconButtonClass()}>
        <Avatar name={me.fullName} src={image} size="sm" label={t('toSettings', { name: me.fullName })} />
      </Link>
      <IconButton label={t('logOut')} icon={<LogOut aria-hidden="true" />} onClick={() => setAsking(true)} />
      {asking && (
        <Suspense>
          <LogOutDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  )
}
