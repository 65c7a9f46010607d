/** Problems that were reported, and beside them (on a phone: in their place) the one that was chosen or is reported. */
import { buttonClass } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { NoneChosen } from '#lib/layout/none-chosen.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { disputesQuery } from '../api/support.ts'
import { DisputeRow } from '../parts/dispute-row.tsx'
import { PagedRows } from '../parts/paged-rows.tsx'

export const DisputesScreen = () => {
  const t = useTranslations('disputes')
  const { pathname, state } = useLocation()
  const path = pathname.toLowerCase()
  const hasDetail = path.startsWith(paths.disputesDetail.path) || path.startsWith(paths.disputesNew.path)
  const disputes = useInfiniteQuery(disputesQuery)
  const selectedId = path.startsWith(paths.disputesDetail.path) ? state.dispute : undefined
  const isEmpty = disputes.data?.pages[0]?.items.length === 0
  return (
    <Screen
      {...(hasDetail ? { detail: <Outlet /> } : !isEmpty && { detailPlaceholder: <NoneChosen text={t('choose')} /> })}
    >
      <PagedRows
        label={t('yours')}
        list={disputes}
        row={({ dispute, row }) => (
          <DisputeRow
            key={dispute.id}
            dispute={dispute}
            row={row}
            selected={dispute.id === selectedId}
            replace={selectedId !== undefined}
          />
        )}
        empty={
          <EmptyState
            picture={<EmptyListPicture />}
            title={t('empty.title')}
            text={t('empty.text')}
            action={
              <Link to={paths.movements.path} className={buttonClass({ variant: 'secondary' })}>
                {t('empty.action')}
              </Link>
            }
          />
        }
      />
    </Screen>
  )
}
