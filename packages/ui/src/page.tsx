import { clsx } from 'clsx'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { iconButtonClass } from './icon-button.tsx'
import { Target, type TargetProps } from './target.tsx'

export type ShellProps = {
  /** The side rail and the tabs bar; each is shown only at its screen width. */
  navigation?: ReactNode
  /** A flow has no bottom menu on a phone; its action takes that space. */
  isFlow?: boolean
  children: ReactNode
}

/** The frame of the signed-in screens: leaves room for the navigation, at the bottom on a phone, at the side on a wide screen. */
export const Shell = ({ navigation, isFlow = false, children }: ShellProps) => (
  <div
    className={clsx(
      'min-h-dvh',
      navigation !== undefined && 'desktop:ps-(--rail-width) desktop:pb-0',
      navigation !== undefined && !isFlow && 'pb-(--tabs-height)',
    )}
  >
    {children}
    {navigation}
  </div>
)

export type PageProps = {
  title?: ReactNode
  /** Muted text under the title. */
  lead?: ReactNode
  back?: TargetProps & { label: string }
  /** At the end of the header: avatar, log out. */
  actions?: ReactNode
  children: ReactNode
  /** Detail of the chosen row: beside the list on a wide screen, in its place on a phone. */
  detail?: ReactNode
  /** Shown instead of the detail on a wide screen while nothing is selected, so that the list does not move. */
  detailPlaceholder?: ReactNode
  /** Beside the content on a wide screen only, such as a payment's summary; a phone must show it elsewhere. */
  aside?: ReactNode
  /** On a wide screen the content is in a raised box, as the steps of a flow are. */
  onSheet?: boolean
  /** `form` is narrower than the default `page`; `wide` is for screens that place parts side by side. */
  width?: 'page' | 'form' | 'wide'
}

const WIDE = 'max-w-page desktop:max-w-wide'
const widths = { page: WIDE, form: 'max-w-form desktop:max-w-wide', wide: WIDE }
/** On a wide screen a narrow column is aligned with the title instead of centred. */
const within = { page: 'desktop:max-w-page', form: 'desktop:max-w-flow', wide: '' }

const SHEET =
  'desktop:rounded-lg desktop:border desktop:border-border desktop:bg-surface-raised desktop:p-6 desktop:pt-5'

/** Width classes of a page's content column, for a header above it. */
export const columnOf = ({
  detail,
  detailPlaceholder,
  width = 'page',
}: Pick<PageProps, 'detail' | 'detailPlaceholder' | 'width'>) =>
  detail === undefined && detailPlaceholder === undefined ? widths[width] : WIDE

/** One screen: header with back link, title and actions, then the content with an optional detail or aside. */
export const Page = ({
  title,
  lead,
  back,
  actions,
  children,
  detail,
  detailPlaceholder,
  aside,
  onSheet = false,
  width = 'page',
}: PageProps) => {
  const isSplit = detail !== undefined || detailPlaceholder !== undefined
  return (
    <div className={clsx('mx-auto w-full px-4 pb-12 sm:px-6', columnOf({ detail, detailPlaceholder, width }))}>
      {(back !== undefined || title !== undefined || actions !== undefined) && (
        <header className="flex min-h-18 items-center gap-2 pt-[env(safe-area-inset-top,0px)]">
          {back !== undefined && <Back {...back} />}
          <div className="min-w-0 grow">
            {title !== undefined && <h1 className="text-xl font-semibold tracking-tight">{title}</h1>}
            {lead !== undefined && <p className="text-sm text-text-muted">{lead}</p>}
          </div>
          {actions !== undefined && <div className="flex shrink-0 items-center gap-1">{actions}</div>}
        </header>
      )}
      <main
        className={clsx(
          isSplit && 'desktop:grid desktop:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] desktop:items-start desktop:gap-6',
          aside !== undefined && 'wide:flex wide:items-start wide:gap-6',
        )}
      >
        <div
          className={clsx(
            'grid min-w-0 grow gap-5',
            !isSplit && within[width],
            aside !== undefined && 'wide:flex-[0_1_35rem]',
            onSheet && SHEET,
            detail !== undefined && 'max-desktop:hidden',
          )}
        >
          {children}
        </div>
        {aside !== undefined && (
          <aside className="sticky top-6 min-w-0 max-w-form flex-[1_0_18rem] max-wide:hidden">{aside}</aside>
        )}
        {detail !== undefined && (
          <div className="min-w-0 animate-arrive desktop:sticky desktop:top-6 desktop:-m-1 desktop:max-h-[calc(100dvh-3rem)] desktop:overflow-y-auto desktop:p-1">
            {detail}
          </div>
        )}
        {detail === undefined && isSplit && (
          <div className="sticky top-6 min-w-0 max-desktop:hidden">{detailPlaceholder}</div>
        )}
      </main>
    </div>
  )
}

const Back = ({ label, ...target }: TargetProps & { label: string }) => (
  <span className="-ms-2">
    <Target {...target} className={iconButtonClass()}>
      <ArrowLeft aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </Target>
  </span>
)
