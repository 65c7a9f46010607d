/**
 * The terms have a newer version than the one this person accepted. It must be accepted before money can move, which the
 * server enforces; the only alternative is to log out. The screen below keeps its state.
 */
import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { Segmented } from '@puente/ui/segmented'
import { brand, type LegalSlug, type Me } from '@puente/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { LegalText, LegalVersion } from '#shared/legal/legal-text.tsx'
import { useLegal } from '#shared/legal/use-legal.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { queryKeys } from '#lib/api/query-keys.ts'
import { signOut } from '#lib/session/session.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'

const SLUGS = ['terms', 'privacy'] as const satisfies readonly LegalSlug[]

/** Accepts the version that was shown, in the language it was shown in. */
const useAccept = () => {
  const client = useQueryClient()
  const fail = useShowError()
  return useMutation({
    mutationFn: (shown: { version: string; lang: string }) => call('acceptTerms', shown),
    onSuccess: () => {
      client.setQueryData<Me>(queryKeys.me, (me) => me && { ...me, termsAccepted: true, tCAccepted: true })
      void client.invalidateQueries({ queryKey: queryKeys.me })
    },
    onError: async (error) => {
      // The version may have been replaced while it was being read: show the one that can be accepted.
      void client.invalidateQueries({ queryKey: queryKeys.legalTexts })
      await fail(error)
    },
  })
}

export const TermsDialog = () => {
  const t = useTranslations('legal')
  const tCommon = useTranslations('common')
  const [slug, setSlug] = useState<(typeof SLUGS)[number]>('terms')
  const terms = useLegal('terms')
  const shown = useLegal(slug)
  const accept = useAccept()

  return (
    <Dialog
      open
      dismissible={false}
      onOpenChange={() => undefined}
      title={t('again.title')}
      description={t('again.text', { appName: brand.appName })}
      actions={
        <>
          <Button
            disabled={!terms.data}
            pending={accept.isPending}
            pendingLabel={tCommon('working')}
            onClick={() => terms.data && accept.mutate({ version: terms.data.version, lang: terms.data.lang })}
          >
            {t('again.accept')}
          </Button>
          <Button variant="secondary" onClick={() => void signOut()}>
            {t('again.logOut')}
          </Button>
        </>
      }
    >
      <Segmented
        label={t('again.which')}
        hideLabel
        options={SLUGS.map((value) => ({ value, label: t(value) }))}
        value={slug}
        onChange={setSlug}
      />
      {shown.isError ? (
        <LoadFailed {...failureOf(shown)} />
      ) : (
        <>
          {shown.data && (
            <p className="text-sm text-text-muted">
              <LegalVersion legal={shown.data} />
            </p>
          )}
          <LegalText legal={shown.data ?? null} withChanges />
        </>
      )}
    </Dialog>
  )
}
