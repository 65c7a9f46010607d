/** What was written to support, and beside it (on a phone: in its place) the ticket that was chosen or is written. */
import { buttonClass } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Flag from 'lucide-react/icons/flag'
import { useTranslations } from 'use-intl'
import { NoneChosen } from '#lib/layout/none-chosen.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { ticketsQuery } from '../api/support.ts'
import { PagedRows } from '../parts/paged-rows.tsx'
import { TicketRow } from '../parts/ticket-row.tsx'

export const SupportScreen = () => {
  const t = useTranslations('support')
  const { pathname, state } = useLocation()
  const hasDetail = pathname.toLowerCase().startsWith(paths.settingsTicket.path)
  const tickets = useInfiniteQuery(ticketsQuery)
  const selectedId = hasDetail ? state.ticket : undefined
  return (
    <Screen
      lead={t('lead')}
      {...(hasDetail ? { detail: <Outlet /> } : { detailPlaceholder: <NoneChosen text={t('choose')} /> })}
    >
      <List label={t('first')}>
        <ListRow
          chevron
          leading={<RowIcon>{<CircleQuestionMark />}</RowIcon>}
          title={t('faqs')}
          subtitle={t('faqsText')}
          render={(target) => <Link to={paths.settingsFaqs.path as string} {...target} />}
        />
        <ListRow
          chevron
          leading={<RowIcon>{<Flag />}</RowIcon>}
          title={t('disputes')}
          subtitle={t('disputesText')}
          render={(target) => <Link to={paths.disputes.path} {...target} />}
        />
      </List>
      <Link to={paths.settingsTicket.path} state={{}} className={buttonClass({ full: true })}>
        {t('write')}
      </Link>
      <PagedRows
        label={t('yours')}
        list={tickets}
        row={(ticket) => (
          <TicketRow
            key={ticket.id}
            ticket={ticket}
            selected={ticket.id === selectedId}
            replace={selectedId !== undefined}
          />
        )}
        empty={<EmptyState picture={<EmptyListPicture />} title={t('empty.title')} text={t('empty.text')} />}
      />
    </Screen>
  )
}
