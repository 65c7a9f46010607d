import { buttonClass } from '@puente/ui/button'
import { Link } from '@tanstack/react-router'
import UserPlus from 'lucide-react/icons/user-plus'
import { useTranslations } from 'use-intl'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { NewStepper } from '#shared/invoice/new-stepper.tsx'
import { PeopleSearch } from '#shared/people/people-search.tsx'
import { useChoose } from '../parts/use-choose.ts'

/** Whom a new invoice is for: known people first, then everyone who can receive. */
export const RecipientScreen = () => {
  const t = useTranslations('invoices.recipient')
  return (
    <Screen width="form" title={t('title')}>
      <NewStepper at="recipient" />
      <PeopleSearch emptyText={t('noneText')} onChoose={useChoose()} />
      <Link to={paths.invoicesRecipientAdd.path} state className={buttonClass({ variant: 'ghost', full: true })}>
        <UserPlus aria-hidden="true" className="size-5" />
        {t('add')}
      </Link>
    </Screen>
  )
}
