import { DefinitionList } from '@puente/ui/definition-list'
import { Navigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { BusinessForm } from '#shared/business/business-form.tsx'
import { Fixed, useSaved } from '../parts/edit-parts.tsx'

/** What a business tells about itself: to be changed until the identity check, and to be read from then on. */
export const EditBusinessScreen = () => {
  const t = useTranslations('business')
  const tEdit = useTranslations('profile.edit')
  const me = useMe()
  const saved = useSaved()
  const { business, businessProfile: told, changesLeft } = me
  if (!business) return <Navigate to={paths.settingsPersonalInfo.path} replace />
  return (
    <Screen width="form" lead={t('lead')}>
      {changesLeft.business > 0 ? (
        <BusinessForm submit={tEdit('save')} onSaved={saved} />
      ) : (
        <>
          {told && (
            <DefinitionList
              rows={[
                { term: t('name'), value: told.name },
                { term: t('ein'), value: t('einEnds', { last4: told.einLast4 }) },
                { term: t('kind'), value: t(`kinds.${told.kind}`) },
              ]}
            />
          )}
          <Fixed what="business" me={me} />
        </>
      )}
    </Screen>
  )
}
