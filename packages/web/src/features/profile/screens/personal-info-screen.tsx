import { Avatar } from '@puente/ui/avatar'
import { buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { List, ListRow } from '@puente/ui/list-row'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFileUrl } from '#lib/api/use-file-url.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { phoneText } from '#lib/i18n/phone-text.ts'
import { EmailText } from '#lib/layout/email-text.tsx'
import { paths, useScreenExists, type ScreenPath } from '#lib/layout/paths.ts'
import { PostalAddress } from '#lib/layout/postal-address.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'

/** Everything that is kept about the user, each with the way to change it. */
export const PersonalInfoScreen = () => {
  const t = useTranslations('profile')
  const tBusiness = useTranslations('business')
  const me = useMe()
  const formats = useFormats()
  const exists = useScreenExists()
  const image = useFileUrl(me.imgUrl)
  const { changesLeft: left } = me
  const count = (changes: number) => t('edit.left', { count: changes })
  const country = me.nationality && new Intl.DisplayNames(formats.locale, { type: 'region' }).of(me.nationality)
  const proved = (isProved: boolean) => t(isProved ? 'info.proved' : 'info.notProved')
  const contact = (path: ScreenPath) => (exists(path) ? path : paths.verifyUser.path)
  const { address, businessProfile: told } = me
  // What an identity check has proved has no screen to change it.
  const proven = me.KYC.tier >= 1 && t('info.proven')
  // An address is typed there, and proved at tier 2.
  const provenAddress = me.KYC.tier >= 1 && t(me.KYC.tier >= 2 ? 'info.addressProven' : 'info.addressChecked')

  return (
    <Screen>
      <Card>
        <div className="flex flex-wrap items-center gap-4">
          <Avatar name={me.fullName} src={image} size="lg" />
          <Link to={paths.settingsEditPicture.path as string} className={buttonClass({ variant: 'secondary' })}>
            {t(me.imgUrl === null ? 'info.addPicture' : 'info.changePicture')}
          </Link>
        </div>
      </Card>
      <List label={t('info.list')}>
        <Row
          label={t('edit.fullName')}
          value={me.fullName}
          note={left.fullName > 0 ? count(left.fullName) : proven}
          path={proven === false || left.fullName > 0 ? paths.settingsEditName.path : null}
        />
        {me.business && (
          <Row
            label={tBusiness('row')}
            value={told?.name}
            note={told && `${tBusiness(`kinds.${told.kind}`)} · ${tBusiness('einShort', { last4: told.einLast4 })}`}
            path={paths.settingsEditBusiness.path}
          />
        )}
        <Row
          label={t('edit.username')}
          value={me.publicTransactionId}
          note={count(left.username)}
          path={left.username > 0 ? paths.settingsEditUsername.path : null}
        />
        <Row
          label={t('info.birthday')}
          value={me.birthday && formats.day(me.birthday)}
          note={me.birthday !== null && (left.birthday > 0 ? count(left.birthday) : proven)}
          path={proven === false || left.birthday > 0 || me.birthday === null ? paths.settingsEditBirthday.path : null}
        />
        <Row
          label={t('info.email')}
          value={<EmailText email={me.email} />}
          note={proved(me.emailVerified)}
          path={contact(paths.settingsEditEmail.path)}
        />
        <Row
          label={t('info.phone')}
          value={me.phone && <span className="tabular-nums">{phoneText(me.phone)}</span>}
          note={me.phone !== null && proved(me.phoneVerified)}
          path={contact(paths.settingsEditPhone.path)}
        />
        <Row
          label={t('info.address')}
          value={address && <PostalAddress address={address} />}
          note={address !== null && left.address === 0 && provenAddress}
          path={left.address > 0 ? paths.settingsEditAddress.path : null}
        />
        <Row
          label={t('info.nationality')}
          value={country}
          note={left.nationality === 0 && proven}
          path={left.nationality > 0 ? paths.settingsEditNationality.path : null}
        />
      </List>
      {left.address === 0 && <p className="text-sm text-text-muted">{t('info.fixed')}</p>}
    </Screen>
  )
}

type RowProps = { label: string; value: ReactNode; note?: ReactNode; path: ScreenPath | null }

const Row = ({ label, value, note, path }: RowProps) => {
  const t = useTranslations('profile.info')
  const isGiven = value !== null && value !== undefined && value !== ''
  return (
    <ListRow
      title={<span className="text-sm font-normal text-text-muted">{label}</span>}
      subtitle={
        <>
          <span className={`block text-base wrap-anywhere ${isGiven ? 'font-medium text-text' : ''}`}>
            {isGiven ? value : t('notGiven')}
          </span>
          {note !== undefined && note !== false && <span className="block">{note}</span>}
        </>
      }
      chevron={path !== null}
      {...(path !== null && { render: (look) => <Link to={path as string} {...look} /> })}
    />
  )
}
