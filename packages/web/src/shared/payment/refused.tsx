import { Banner } from '@puente/ui/badge'
import { buttonClass } from '@puente/ui/button'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { paths } from '#lib/layout/paths.ts'
import { GetHelp } from '#shared/support/get-help.tsx'
import type { Help } from '#shared/support/help.ts'
import { useExceededText } from './limit-text.ts'
import { helpWithLimit } from './limit-help.ts'
import { refusedLimit } from './refused-limit.ts'

type Props = {
  /** What it means for the money: "Nothing was sent". */
  title: string
  /** Why, and what to do; null renders nothing. */
  text: string | null
  /** The call that was refused: where a limit did it, the limit is said as it stands, and help is asked for with it. */
  error?: unknown
  /** The person's own doing: said without alarm. */
  isOwn?: boolean
  /** What help is asked for with; of what is the person's own doing none is offered. */
  help?: Help
}

const HELP: Help = { module: 'payments', concerns: { type: 'refusal', code: 'payment' } }

/** A refused payment, shown near its action until the next attempt, and brought into view where the action lies below it. */
export const Refused = ({ title, text, error, isOwn = false, help = HELP }: Props) => {
  const t = useTranslations('wallet.debt')
  const exceededText = useExceededText()
  const limit = refusedLimit(error)
  // The week of withdrawals has a sentence of its own.
  const isSaid = limit !== null && error instanceof ApiRefusal && error.code === 'limitExceeded'
  const isOwing = error instanceof ApiRefusal && error.details['reason'] === 'owes'
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text !== null) banner.current?.scrollIntoView({ block: 'center' })
  }, [text])
  return (
    text !== null && (
      <div ref={banner} role={isOwn ? 'status' : 'alert'}>
        <Banner
          tone={isOwn ? 'neutral' : 'negative'}
          title={title}
          {...(!isOwn && {
            action: (
              <>
                {isOwing && (
                  <Link
                    to={paths.deposit.path as string}
                    className={buttonClass({ variant: 'primary', size: 'small' })}
                  >
                    {t('pay')}
                  </Link>
                )}
                <GetHelp help={limit ? helpWithLimit(limit) : help} />
              </>
            ),
          })}
        >
          {isSaid ? exceededText(limit) : text}
        </Banner>
      </div>
    )
  )
}
