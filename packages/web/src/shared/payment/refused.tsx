import { Banner } from '@puente/ui/badge'

type Props = {
  /** What it means for the money: "Nothing was sent". */
  title: string
  /** Why, and what to do; null renders nothing. */
  text: string | null
}

/** A refused payment, shown near its action until the next attempt. */
export const Refused = ({ title, text }: Props) =>
  text !== null && (
    <div role="alert">
      <Banner tone="negative" title={title}>
        {text}
      </Banner>
    </div>
  )
