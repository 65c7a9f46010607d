import { Avatar } from '@puente/ui/avatar'
import { ListRow } from '@puente/ui/list-row'
import type { FoundPerson } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { useFileUrl } from '#lib/api/use-file-url.ts'

type Props = { person: FoundPerson; onChoose: () => void }

/** A search result: a person to choose. */
export const PersonRow = ({ person, onChoose }: Props) => {
  const t = useTranslations('people')
  const image = useFileUrl(person.image)
  const handle = `@${person.publicTransactionId}`
  return (
    <ListRow
      leading={<Avatar name={person.fullName} src={image} />}
      title={person.fullName}
      subtitle={person.business ? `${handle} · ${t('business')}` : handle}
      chevron
      onClick={onChoose}
    />
  )
}
