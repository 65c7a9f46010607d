import type { RememberedBrowser, Result } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { useNotices } from '@puente/ui/notice'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Globe from 'lucide-react/icons/globe'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { failureOf, LoadFailed } from '#lib/layout/load-failed.tsx'
import { browsersQuery } from '../api/factors.ts'
import { useBrowserName } from './browser-name.ts'
import { Section } from './section.tsx'

/**
 * The browsers that are not asked for the second step, each with the way to ask it again. Left out while there is neither a
 * second step nor a browser: nothing would be skipped.
 */
export const BrowsersSection = ({ factors }: { factors: Result<'factors'> }) => {
  const t = useTranslations('factors.browsers')
  const tCommon = useTranslations('common')
  const formats = useFormats()
  const nameOf = useBrowserName()
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()
  const browsers = useQuery(browsersQuery)
  const forget = useMutation({
    mutationFn: ({ id }: RememberedBrowser) => call('forgetBrowser', { id }),
    onSuccess: (left) => {
      client.setQueryData(browsersQuery.queryKey, left)
      show('positive', t('forgotten'))
    },
    onError: (failure) => fail(failure),
  })
  const about = ({ current, expiresAt }: RememberedBrowser): string =>
    [...(current ? [t('this')] : []), t('until', { date: formats.date(expiresAt) })].join(' · ')

  const hasSecondStep = factors.passkeys > 0 || factors.totpSince !== null
  if (!hasSecondStep && (browsers.data?.items ?? []).length === 0) return null

  const body = (labelledBy: string) => {
    if (browsers.isPending)
      return (
        <Loading label={tCommon('loading')}>
          <SkeletonRows count={1} />
        </Loading>
      )
    if (!browsers.data) return <LoadFailed {...failureOf(browsers)} />
    if (browsers.data.items.length === 0) return <p className="text-sm text-text-muted">{t('none')}</p>
    return (
      <List labelledBy={labelledBy}>
        {browsers.data.items.map((browser) => (
          <ListRow
            key={browser.id}
            leading={
              <RowIcon>
                <Globe />
              </RowIcon>
            }
            title={nameOf(browser)}
            subtitle={about(browser)}
            trailing={
              <Button
                variant="ghost"
                size="small"
                aria-label={t('forgetNamed', { name: nameOf(browser) })}
                pending={forget.isPending && forget.variables.id === browser.id}
                pendingLabel={tCommon('working')}
                onClick={() => forget.mutate(browser)}
              >
                {t('forget')}
              </Button>
            }
          />
        ))}
      </List>
    )
  }

  return (
    <Section title={t('title')} lead={t('lead')}>
      {body}
    </Section>
  )
}
