import { Button, type ButtonProps } from '@puente/ui/button'
import { useTranslations } from 'use-intl'
import { useStartBankLink } from '../api/bank-link.ts'

type Props = Pick<ButtonProps, 'variant' | 'size'> & { label: string }

/** Leads to the page where a person logs in to their bank. */
export const LinkBankButton = ({ label, ...look }: Props) => {
  const t = useTranslations('common')
  const { isStarting, start } = useStartBankLink()
  return (
    <Button {...look} pending={isStarting} pendingLabel={t('working')} onClick={start}>
      {label}
    </Button>
  )
}
