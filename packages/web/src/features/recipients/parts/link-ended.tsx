import { buttonClass } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture, WaitingPicture } from '@puente/ui/illustrations'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { paths } from '#lib/layout/paths.ts'
import type { LinkEnd } from '../api/bank-link.ts'
import { LinkBankButton } from './link-bank-button.tsx'

/** `none`: the bank shared no account that takes withdrawals. `closed`: no bank can be connected here now. */
type Standing = LinkEnd | 'waiting' | 'left' | 'none' | 'closed'

/** A visit to the bank that brings no account, or none yet: what happened, and both ways on. */
export const LinkEnded = ({ standing }: { standing: Standing }) => {
  const t = useTranslations('recipients.link')
  const isDone = standing === 'used'
  return (
    <EmptyState
      picture={standing === 'waiting' ? <WaitingPicture /> : <EmptyListPicture />}
      title={<output>{t(`${standing}.title`)}</output>}
      text={t(`${standing}.text`)}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {!isDone && standing !== 'closed' && <LinkBankButton label={t('again')} />}
          <Link
            to={(isDone ? paths.withdrawBank.path : paths.withdrawBankRecipient.path) as string}
            className={buttonClass({ variant: isDone || standing === 'closed' ? 'primary' : 'ghost' })}
          >
            {t(isDone ? 'list' : 'byHand')}
          </Link>
        </span>
      }
    />
  )
}
