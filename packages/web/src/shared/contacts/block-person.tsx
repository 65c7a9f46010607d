import { Button } from '@puente/ui/button'
import Ban from 'lucide-react/icons/ban'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'

const BlockDialog = lazyPart(() => import('./block-dialog.tsx').then((part) => part.BlockDialog))

type Props = {
  handle: string
  name: string
  onBlocked?: () => void
}

/** The way to block a person, wherever one meets them. */
export const BlockPerson = (person: Props) => {
  const t = useTranslations('contacts.block')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="ghost" full icon={<Ban aria-hidden="true" className="size-5" />} onClick={() => setAsking(true)}>
        {t('open', { name: person.name })}
      </Button>
      {asking && (
        <Suspense>
          <BlockDialog {...person} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
