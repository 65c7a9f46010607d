import type { SessionItem } from '@puente/contract'
import { Badge } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { RowIcon } from '@puente/ui/list-row'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { useTranslations } from 'use-intl'
import { productNow } from '#lib/browser/product-time.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { useDeviceTexts } from '#shared/device/device-text.ts'

const HAND_HELD = new Set<SessionItem['device']>(['iphone', 'ipad', 'androidPhone', 'androidTablet'])

type Props = { session: SessionItem; pending: boolean; onEnd: () => void }

/** One place where the user is logged in, with the button that ends it. */
export const SessionRow = ({ session, pending, onEnd }: Props) => {
  const t = useTranslations('sessions.list')
  const common = useTranslations('common')
  const formats = useFormats()
  const { nameOf, placeOf } = useDeviceTexts()
  const name = nameOf(session)
  const place = placeOf(session)
  const now = productNow()
  return (
    <li className="grid gap-3 px-4 py-4 sm:flex sm:items-center">
      <span className="flex min-w-0 grow gap-3.5">
        <RowIcon>{HAND_HELD.has(session.device) ? <Smartphone /> : <Monitor />}</RowIcon>
        <span className="grid min-w-0 gap-0.5">
          <span className="flex flex-wrap items-center gap-2 font-medium">
            {name}
            {session.current && <Badge tone="positive">{t('current')}</Badge>}
          </span>
          <span className="text-sm text-text-muted">
            {t('used', { time: formats.recent(session.lastSeenAt, now) })}
          </span>
          <span className="text-sm text-text-muted">
            {t('since', { time: formats.dateTime(session.createdAt), factor: t(`factors.${session.factor}`) })}
          </span>
          {place !== null && <span className="text-sm text-text-muted">{place}</span>}
        </span>
      </span>
      {!session.current && (
        // Under the words it belongs to; beside them where there is room.
        <span className="ms-14.5 sm:ms-0">
          <Button
            variant="secondary"
            size="small"
            aria-label={t('endNamed', { device: name })}
            pending={pending}
            pendingLabel={common('working')}
            onClick={onEnd}
          >
            {t('end')}
          </Button>
        </span>
      )}
    </li>
  )
}
