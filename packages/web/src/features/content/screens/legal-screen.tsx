import type { LegalSlug } from '@puente/contract'
import { Card } from '@puente/ui/card'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useTranslations } from 'use-intl'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { LegalSections, LegalVersion } from '#shared/legal/legal-text.tsx'
import { useLegal } from '#shared/legal/use-legal.ts'

/** A legal text with its version and the day it took effect. */
export const LegalScreen = ({ slug }: { slug: LegalSlug }) => {
  const t = useTranslations('common')
  const legal = useLegal(slug)
  return (
    <Screen>
      {legal.isError && !legal.data ? (
        <LoadFailed {...failureOf(legal)} />
      ) : (
        <Card>
          {legal.data ? (
            <article lang={legal.data.lang} className="grid gap-5">
              <p className="text-sm text-text-muted">
                <LegalVersion legal={legal.data} />
              </p>
              <LegalSections legal={legal.data} withChanges headingLevel={2} />
            </article>
          ) : (
            <Loading label={t('loading')}>
              <Skeleton shape="title" />
              <Skeleton shape="block" />
              <Skeleton shape="block" />
            </Loading>
          )}
        </Card>
      )}
    </Screen>
  )
}
