import { buttonClass } from '@puente/ui/button'
import { Link } from '@tanstack/react-router'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import { useTranslations } from 'use-intl'
import { paths, useScreenExists } from '#lib/layout/paths.ts'
import type { Help } from './help.ts'

/** The way out of what was held, ended, denied or refused: a ticket that is tied to it. */
export const GetHelp = ({ help }: { help: Help }) => {
  const t = useTranslations('why')
  const exists = useScreenExists()
  const { path } = paths.settingsTicket
  return (
    exists(path) && (
      <Link
        to={path}
        state={{ help }}
        className={`-ms-4 justify-self-start ${buttonClass({ variant: 'ghost', size: 'small' })}`}
      >
        <LifeBuoy aria-hidden="true" className="size-4" />
        {t('help')}
      </Link>
    )
  )
}
