import { Banner } from '@puente/ui/badge'

type Props = {
  /** Where the money is: "Nothing was sent". */
  title: string
  /** Why, and the way out; nothing is shown without it. */
  text: string | null
}

/** A refused payment, said where it was asked for until it is tried again. */
export const Refused = ({ title, text }: Props) =>
  text !== null && (
    <div role="alert">
      <Banner tone="negative" title={title}>
        {text}
      </Banner>
    </div>
  )
