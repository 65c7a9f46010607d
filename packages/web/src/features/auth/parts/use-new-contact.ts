/** A new email or phone number until its code is sent. The call may wait for a proof: a reload meanwhile makes it again. */
import { useEffect, useEffectEvent } from 'react'
import { useDraft } from '#lib/forms/use-draft.ts'

type NewContact = { contact?: string; isAsked?: boolean }

declare module '#lib/forms/draft.ts' {
  interface Drafts {
    newEmail: NewContact
    newPhone: NewContact
  }
}

/** @param mayResume what a reload has interrupted goes on */
export const useNewContact = (flow: 'newEmail' | 'newPhone', mayResume: boolean) => {
  const { draft, keepNow } = useDraft(flow)
  return {
    entered: (mayResume && draft.contact) || '',
    isInterrupted: mayResume && draft.isAsked === true,
    keepDuring: async (contact: string, call: (contact: string) => Promise<unknown>) => {
      keepNow({ contact, isAsked: true })
      try {
        await call(contact)
      } finally {
        keepNow({ contact, isAsked: false })
      }
    },
  }
}

/** Sends once more, as soon as the form is there, what was interrupted. */
export const useResume = (isInterrupted: boolean, send: () => void) => {
  const resume = useEffectEvent(() => {
    if (isInterrupted) send()
  })
  useEffect(() => resume(), [])
}
