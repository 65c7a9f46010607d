import type { Result } from '@puente/contract'
import { Badge } from '@puente/ui/badge'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { EmptyState } from '@puente/ui/empty-state'
import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import User from 'lucide-react/icons/user'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { CopyValue } from '#lib/layout/copy-value.tsx'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { ShareLink } from '#lib/layout/share-link.tsx'
import { referralQuery } from '../api/rewards.ts'

type Referral = Result<'rewardsReferral'>
type Friend = Referral['friends'][number]

/** Ten-thousandths of a cent in a cent. */
const SHARE_UNIT = 10_000

/** Since when a friend is here, and how the bonus for them stands: nothing of what they do. */
const FriendRow = ({ friend: { since, state, reason, amount, madeUp } }: { friend: Friend }) => {
  const t = useTranslations('rewards')
  const formats = useFormats()
  const tone = state === 'paid' ? 'positive' : state === 'refused' || state === 'clawedBack' ? 'negative' : 'waiting'
  return (
    <ListRow
      leading={
        <RowIcon>
          <User />
        </RowIcon>
      }
      title={t('referral.since', { date: formats.date(since) })}
      subtitle={
        <span className="grid gap-1">
          <span>{reason === null ? t(`referral.states.${state}`) : t(`reasons.${reason}`)}</span>
          {madeUp > 0 && <span>{t('madeUp', { amount: formats.money(madeUp) })}</span>}
        </span>
      }
      trailing={
        <Badge tone={tone}>
          {t(state === 'counting' ? 'referral.open' : madeUp === amount ? 'voided' : `states.${state}`)}
        </Badge>
      }
    />
  )
}

const Referral = ({ data }: { data: Referral }) => {
  const t = useTranslations('rewards.referral')
  const formats = useFormats()
  const percent = String(data.shareBps / 100)
  const amounts = { bonus: formats.money(data.bonus), business: formats.money(data.businessBonus) }
  const texts = { share: t('share'), copy: t('copy'), copied: t('copied'), notCopied: t('notCopied') }
  const accrued = `${(data.accruedTenThousandths / SHARE_UNIT).toLocaleString(formats.locale, { maximumFractionDigits: 4 })} ¢`
  return (
    <>
      <Card title={t('how')}>
        <ul className="grid list-disc gap-2 ps-5">
          <li>{t('bonus', { ...amounts, floor: formats.money(data.friendFloor) })}</li>
          <li>{t('percent', { percent })}</li>
        </ul>
        <p className="text-sm text-text-muted">{t('terms')}</p>
      </Card>
      <Card title={t('link')}>
        <ShareLink link={data.link} qrText={data.link} label={t('qr')} words={t('words')} texts={texts} />
        <DefinitionList rows={[{ term: t('code'), value: <CopyValue value={data.code} label={t('copyCode')} /> }]} />
      </Card>
      <Card title={t('come')}>
        <DefinitionList
          rows={[
            { term: t('paid'), value: formats.money(data.paid), strong: true },
            { term: t('accrued', { percent }), value: accrued, note: t('accruedNote') },
          ]}
        />
      </Card>
      <h2 className="pt-2 text-lg font-semibold">{t('friends')}</h2>
      {data.friends.length === 0 ? (
        <EmptyState title={t('none.title')} text={t('none.text')} />
      ) : (
        <List label={t('friends')}>
          {data.friends.map((friend) => (
            <FriendRow key={friend.since} friend={friend} />
          ))}
        </List>
      )}
    </>
  )
}

/** The reader's link, whom it has brought, and what that has come to. */
export const ReferralScreen = () => {
  const t = useTranslations()
  const referral = useQuery(referralQuery)
  return (
    <Screen width="form" lead={t('rewards.referral.lead')}>
      {referral.data ? (
        <Referral data={referral.data} />
      ) : referral.isError ? (
        <LoadFailed {...failureOf(referral)} />
      ) : (
        <Loading label={t('common.loading')}>
          <div className="grid gap-4">
            <Skeleton shape="block" />
            <Skeleton shape="block" />
          </div>
        </Loading>
      )}
    </Screen>
  )
}
