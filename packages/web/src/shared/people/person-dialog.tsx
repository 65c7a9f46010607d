import type { FoundPerson } from '@puente/contract'
import { Dialog } from '@puente/ui/dialog'
import { useTranslations } from 'use-intl'
import { PeopleSearch } from './people-search.tsx'

type Props = {
  title: string
  /** What the list of known people says while it is empty. */
  emptyText: string
  onChoose: (person: FoundPerson) => void
  onClose: () => void
}

/** The choice of a person, over the screen that asks for one. */
export const PersonDialog = ({ title, emptyText, onChoose, onClose }: Props) => {
  const t = useTranslations('common')
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} closeLabel={t('close')}>
      <PeopleSearch emptyText={emptyText} onChoose={onChoose} />
    </Dialog>
  )
}
