import { Button } from '@puente/ui/button'
import { useState, type ReactNode } from 'react'
import { useShowError } from '#lib/forms/use-show-error.ts'
import type { SentCode } from '../api/sent-code.ts'

type Props = { label: string; ask: () => Promise<SentCode>; onSent: (sent: SentCode) => void; children?: ReactNode }

/** Where no code is on its way: the button that sends one. */
export const AskForCode = ({ label, ask, onSent, children }: Props) => {
  const fail = useShowError()
  const [pending, setPending] = useState(false)
  const send = async () => {
    setPending(true)
    try {
      onSent(await ask())
    } catch (error) {
      await fail(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="grid gap-1">
      <Button size="large" full pending={pending} onClick={() => void send()}>
        {label}
      </Button>
      {children}
    </div>
  )
}
