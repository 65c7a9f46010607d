import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { ShareLink as Link } from '#lib/layout/share-link.tsx'

/** A link to pay by, to pass on. */
export const ShareLink = (props: Omit<ComponentProps<typeof Link>, 'texts'>) => {
  const t = useTranslations('requests.share')
  const texts = { share: t('share'), copy: t('copy'), copied: t('copied'), notCopied: t('notCopied') }
  return <Link {...props} texts={texts} />
}
