/** The other services by which one comes in, and the first password of an account that came by one of them. */
import { brand, type SocialOutcome } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { useNotices } from '@puente/ui/notice'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { socialQuery } from '#shared/social/social-query.ts'
import { ServiceMark } from '#shared/social/service-mark.tsx'
import { useHeadingAfter } from '#lib/layout/focus-heading.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { paths } from '#lib/layout/paths.ts'
import { FirstPassword } from '../parts/first-password.tsx'

type Returned = { outcome: SocialOutcome; provider: string | null; proof: string | null }

/** What stands in the fragment after a visit to a service; the address is cleared of it once it is shown. */
const readReturn = (): Returned | null => {
  const said = new URLSearchParams(location.hash.slice(1))
  const outcome = said.get('social') as SocialOutcome | null
  return outcome && { outcome, provider: said.get('provider'), proof: said.get('proof') }
}

const SETTLED = ['linked', 'otherAccount', 'otherIdentity'] as const
const isSettled = (outcome: string): outcome is (typeof SETTLED)[number] =>
  (SETTLED as readonly string[]).includes(outcome)
const FAILED = ['cancelled', 'expired', 'unavailable', 'refused'] as const
const failureKey = (outcome: string) => FAILED.find((one) => one === outcome) ?? 'refused'

export const SocialSettingsScreen = () => {
  const t = useTranslations()
  const { show } = useNotices()
  const fail = useShowError()
  const queries = useQueryClient()
  const [returned] = useState(readReturn)
  const [pending, setPending] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)
  useHeadingAfter(isSaved)
  const social = useQuery(socialQuery)
  const nameOf = (id: string | null) =>
    social.data?.providers.find((provider) => provider.id === id)?.name ?? t('social.otherService')
  const isRead = social.data !== undefined

  useEffect(() => {
    if (!returned || !isRead) return
    history.replaceState(history.state, '', location.pathname + location.search)
    const values = { service: nameOf(returned.provider), appName: brand.appName }
    if (returned.outcome === 'proved') return
    if (isSettled(returned.outcome))
      show(returned.outcome === 'linked' ? 'positive' : 'negative', t(`social.settings.${returned.outcome}`, values))
    else show('negative', t(`social.outcomes.${failureKey(returned.outcome)}`, values))
    // Once, when the names are known.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [returned, isRead])

  /** Runs what a button stands for; the page may leave at its end. */
  const run = async (id: string, work: () => Promise<void>) => {
    if (pending !== null) return
    setPending(id)
    try {
      await work()
    } catch (error) {
      await fail(error)
    } finally {
      setPending(null)
    }
  }
  const params = (provider: string) => ({ params: { provider } })
  const connect = async (id: string) => location.assign((await call('linkSocial', {}, params(id))).url)
  const disconnect = async (id: string) => {
    await call('unlinkSocial', {}, params(id))
    await queries.invalidateQueries({ queryKey: queryKeys.social })
    show('positive', t('social.settings.disconnected', { service: nameOf(id) }))
  }
  const prove = async (id: string) =>
    location.assign((await call('proveSocial', { returnTo: paths.settingsSocial.path }, params(id))).url)

  if (social.isPending)
    return (
      <Screen>
        <Loading label={t('common.loading')}>
          <SkeletonRows count={2} />
        </Loading>
      </Screen>
    )
  if (!social.data)
    return (
      <Screen>
        <LoadFailed {...failureOf(social)} />
      </Screen>
    )
  const { providers, items, hasPassword } = social.data
  return (
    <Screen lead={t('social.settings.lead', { appName: brand.appName })}>
      <List label={t('social.settings.title')}>
        {providers.map(({ id, name }) => {
          const linked = items.find(({ provider }) => provider === id)
          const standing =
            linked === undefined
              ? t('social.settings.notConnected')
              : linked.email === null
                ? t('social.settings.connectedNoEmail')
                : t('social.settings.connected', { email: linked.email })
          return (
            <ListRow
              key={id}
              leading={
                <RowIcon>
                  <ServiceMark provider={id} />
                </RowIcon>
              }
              title={name}
              subtitle={standing}
              trailing={
                (linked === undefined || hasPassword) && (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={`${t(linked ? 'social.settings.disconnect' : 'social.settings.connect')} ${name}`}
                    pending={pending === id}
                    onClick={() => void run(id, () => (linked ? disconnect(id) : connect(id)))}
                  >
                    {t(linked ? 'social.settings.disconnect' : 'social.settings.connect')}
                  </Button>
                )
              }
            />
          )
        })}
      </List>
      {!hasPassword && (
        <FirstPassword
          proof={returned?.outcome === 'proved' ? returned.proof : null}
          services={items.map(({ provider }) => ({ id: provider, name: nameOf(provider) }))}
          pending={pending}
          onProve={(id) => void run(id, () => prove(id))}
          onSaved={() => setSaved(true)}
        />
      )}
    </Screen>
  )
}
