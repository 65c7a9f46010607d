import type { FrequentContact } from '@puente/contract'
import { Avatar } from '@puente/ui/avatar'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { frequentsQuery } from '#shared/payment/frequents.ts'
import { canMoveMoney } from '#shared/kyc/kyc-step.ts'
import { useMe } from '#lib/session/me.ts'
import { startSend } from '#shared/payment/send-draft.ts'
import { useFileUrl } from '#lib/api/use-file-url.ts'

/** While the faces are on their way. */
const PLACES = 4

/** The people the user has exchanged money with: one tap leads to the amount. Empty where there are none. */
export const PeopleRow = () => {
  const t = useTranslations()
  const maySend = canMoveMoney(useMe())
  const frequents = useQuery({ ...frequentsQuery, enabled: maySend })
  const people = frequents.data?.items ?? []
  if (!maySend || frequents.isError || (frequents.data && people.length === 0)) return null
  return (
    <section aria-labelledby="people" className="grid gap-3">
      <h2 id="people" className="text-lg font-semibold">
        {t('wallet.people.title')}
      </h2>
      {frequents.isPending ? (
        <Loading label={t('common.loading')}>
          <div className="flex min-h-24 gap-7 overflow-hidden px-4 py-1">
            {Array.from({ length: PLACES }, (_, place) => (
              <Skeleton key={place} shape="circle" />
            ))}
          </div>
        </Loading>
      ) : (
        <ul className="-mx-4 flex snap-x scroll-px-4 overflow-x-auto px-3 pb-1 wide:mx-0 wide:grid wide:grid-cols-4 wide:px-0">
          {people.map((person) => (
            <li key={person.id} className="w-20 shrink-0 snap-start wide:w-auto wide:nth-[n+5]:hidden">
              <Face person={person} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const Face = ({ person }: { person: FrequentContact }) => {
  const t = useTranslations('wallet.people')
  const router = useRouter()
  const { fullName, publicTransactionId: handle } = person
  const image = useFileUrl(person.image)
  return (
    <button
      type="button"
      aria-label={t('send', { name: fullName })}
      onClick={() => startSend(router, { recipient: { toUser: handle, email: handle, fullName, image: person.image } })}
      className="grid w-full content-start justify-items-center gap-2 rounded-md px-1 py-2 text-center text-sm hover:bg-surface-sunken"
    >
      <Avatar name={fullName} src={image} />
      <span className="line-clamp-2 w-full break-words">{fullName}</span>
    </button>
  )
}
