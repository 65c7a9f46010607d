import { actorOf, type NextActor, type PublicReason, type ReasonGroup } from '@puente/contract'
import { useTranslations } from 'use-intl'
import type { ReactNode } from 'react'
import { GetHelp } from './get-help.tsx'
import type { Help } from './help.ts'

type Props<G extends ReasonGroup> = {
  group: G
  reason: PublicReason<G>
  /** Where it is not the one that the reason says: of a receiver who is the reader, say. */
  actor?: NextActor
  /** Who acts next, in words that say more than who. */
  next?: ReactNode
  /** By when; null where nothing is awaited any more. */
  by?: ReactNode
  /** What is needed, where it is not what the reason alone says. */
  needed?: ReactNode
  help: Help
}

/** What a public reason asks for: what is needed, who acts next, by when, and the way to us. */
export const Why = <G extends ReasonGroup>({
  group,
  reason,
  actor = actorOf(group, reason),
  next,
  by,
  needed,
  help,
}: Props<G>) => {
  const t = useTranslations('why')
  const rows: [string, ReactNode][] = [
    [t('needed'), needed ?? t(`${group}.${reason}` as 'hold.underReview')],
    [t('next'), next ?? t(`actor.${actor}`)],
  ]
  if (by !== undefined && by !== null) rows.push([t('by'), by])
  return (
    <div className="grid gap-3 text-sm text-text">
      <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[auto_1fr]">
        {rows.map(([term, value]) => (
          <div key={term} className="grid sm:contents">
            <dt className="text-text-muted">{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <GetHelp help={help} />
    </div>
  )
}
