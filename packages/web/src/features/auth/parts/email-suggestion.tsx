import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { looksLikeEmail } from '#lib/forms/email.ts'
import { suggestEmail } from './suggest-email.ts'

type Props = { email: string; onUse: (email: string) => void }

/** Offers the address that was probably meant. Nothing is sent; the comparison happens in the browser. */
export const EmailSuggestion = ({ email, onUse }: Props) => {
  const t = useTranslations('auth.signUp')
  const [found, setFound] = useState<{ typed: string; meant: string | null }>({ typed: '', meant: null })
  const suggestion = found.typed === email ? found.meant : null

  useEffect(() => {
    let stale = false
    if (looksLikeEmail(email)) {
      suggestEmail(email)
        .then((meant) => !stale && setFound({ typed: email, meant }))
        // Without the dictionary there is no suggestion.
        .catch(() => undefined)
    }
    return () => {
      stale = true
    }
  }, [email])

  return (
    <output>
      {suggestion !== null &&
        t.rich('suggestion', {
          email: suggestion,
          use: (text) => (
            <button
              type="button"
              className="min-h-6 rounded-sm font-semibold text-brand-text underline"
              onClick={() => onUse(suggestion)}
            >
              {text}
            </button>
          ),
        })}
    </output>
  )
}
