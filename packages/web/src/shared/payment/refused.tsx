import { Banner } from '@puente/ui/badge'
import { useEffect, useRef } from 'react'

type Props = {
  /** What it means for the money: "Nothing was sent". */
  title: string
  /** Why, and what to do; null renders nothing. */
  text: string | null
  /** The person's own doing: said without alarm. */
  isOwn?: boolean
}

/** A refused payment, shown near its action until the next attempt, and brought into view where the action lies below it. */
export const Refused = ({ title, text, isOwn = false }: Props) => {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text !== null) banner.current?.scrollIntoView({ block: 'center' })
  }, [text])
  return (
    text !== null && (
      <div ref={banner} role={isOwn ? 'status' : 'alert'}>
        <Banner tone={isOwn ? 'neutral' : 'negative'} title={title}>
          {text}
        </Banner>
      </div>
    )
  )
}
