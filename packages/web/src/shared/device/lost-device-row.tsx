import { ListRow, RowIcon } from '@puente/ui/list-row'
import { Link } from '@tanstack/react-router'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import { useTranslations } from 'use-intl'
import { paths } from '#lib/layout/paths.ts'

/** What to do at once when a device is gone. */
export const LostDeviceRow = () => {
  const t = useTranslations('sessions.list')
  return (
    <ListRow
      leading={
        <RowIcon tone="negative">
          <ShieldAlert />
        </RowIcon>
      }
      title={t('lost')}
      subtitle={t('lostText')}
      chevron
      render={(look) => <Link to={paths.settingsLostDevice.path} {...look} />}
    />
  )
}
