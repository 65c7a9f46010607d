import { clsx } from 'clsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useMemo, useState, type ChangeEvent, type ClipboardEvent, type ReactNode } from 'react'
import { showEdit } from './caret.ts'
import { FieldNotes, useField, type FieldTexts } from './field.tsx'
import { edited, replaced, reread, type AmountProblem } from './money-edit.ts'
import { centsOfText, leftText, partsOfText, separatorsOf, textOfCents } from './money-text.ts'
import { Money } from './money.tsx'

export type MoneyInputProps = FieldTexts & {
  /** Whole cents; null while empty. */
  value: number | null
  /** @param problem set while the text is not an amount; the field shows it, and the form must not submit */
  onChange: (cents: number | null, problem?: AmountProblem) => void
  /** Decides the decimal and grouping marks. */
  locale: string
  /** The error for each kind of text that is not an amount; the text stays as typed, and the value is null meanwhile. */
  problems: Record<AmountProblem, ReactNode>
  currencySymbol?: string
  /** Most digits before the decimal mark. Default 7. */
  maxDigits?: number
  /** Shows the label to screen readers only, where the screen's title already says it. */
  hideLabel?: boolean
  /** In a row of several, where none of the amounts leads the screen. */
  compact?: boolean
  /** Below the number: limits, fee. */
  children?: ReactNode
  autoFocus?: boolean
  onBlur?: () => void
  disabled?: boolean
  name?: string
  id?: string
}

/** The most characters shown of a pasted text that is not an amount. */
const LONGEST_REFUSED = 24

/** The most characters that a phone shows whole in a large type; what is longer was refused, and stays in sight in a smaller one. */
const LONGEST_LARGE = 15

const sizeOf = ({ length }: string) => {
  if (length > LONGEST_LARGE) return 'text-lg'
  return length <= 8 ? 'text-4xl' : length <= 11 ? 'text-3xl' : 'text-2xl'
}

/** The large amount field of a money screen, formatted while typing. The value is in whole cents, never a float. */
export const MoneyInput = (props: MoneyInputProps) => {
  const {
    label,
    hint,
    value,
    onChange,
    locale,
    problems,
    currencySymbol = '$',
    maxDigits = 7,
    hideLabel,
    compact = false,
    children,
  } = props
  const [refusal, setRefusal] = useState<{ text: string; problem: AmountProblem }>()
  // What could not be read stays as it was typed and is no amount; a value set from outside replaces it.
  const refused = value === null ? refusal : undefined
  const problem = refused?.problem
  // Why a text is no amount says more than that an amount is missing.
  const error = problem === undefined ? props.error : undefined
  const { ids, aria } = useField({ hint, error: problem ?? error }, props.id)
  const separators = useMemo(() => separatorsOf(locale), [locale])
  const rules = useMemo(() => ({ ...separators, maxDigits }), [separators, maxDigits])
  const [draft, setDraft] = useState(() => textOfCents(value, separators))
  // The typed text rules while it means the value ("12." is 12 dollars); a value set from outside replaces it.
  const taken = centsOfText(draft, separators) === value ? draft : textOfCents(value, separators)
  const text = refused?.text ?? taken
  const { mark, fraction } = partsOfText(taken, separators)
  const isOtherMark = mark !== separators.decimal && fraction !== ''

  const take = (next: string) => {
    setRefusal(undefined)
    setDraft(next)
    const cents = centsOfText(next, separators)
    if (cents !== value || refused) onChange(cents)
  }

  const refuse = (next: string, why: AmountProblem) => {
    setRefusal({ text: next, problem: why })
    setDraft('')
    onChange(null, why)
  }

  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const typed = target.value
    if (refused) {
      const next = reread(typed, rules)
      return 'text' in next ? take(next.text) : refuse(typed, next.problem)
    }
    const { inputType } = nativeEvent as InputEvent
    const caret = target.selectionStart ?? typed.length
    const edit = edited(text, { text: typed, caret, inputType }, rules)
    if (edit.problem) return refuse(typed, edit.problem)
    showEdit(target, edit)
    return take(edit.text)
  }

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const pasted = event.clipboardData.getData('text')
    const next = replaced(pasted, rules)
    if ('text' in next) take(next.text)
    else refuse(pasted.replaceAll(/\s+/g, ' ').slice(0, LONGEST_REFUSED), next.problem)
  }

  return (
    <div className="grid grid-cols-1 justify-items-center gap-2 text-center">
      <label htmlFor={ids.control} className={hideLabel ? 'sr-only' : 'text-sm font-semibold text-text-muted'}>
        {label}
      </label>
      <label
        htmlFor={ids.control}
        className={clsx(
          'inline-flex max-w-full items-baseline justify-center gap-1 border-b-2 px-3 pb-1 font-semibold tracking-tight tabular-nums transition-colors duration-150',
          error || problem ? 'border-negative' : 'border-border-strong has-focus-visible:border-brand',
          compact ? 'min-h-11 text-lg' : sizeOf(text),
        )}
      >
        <span
          aria-hidden="true"
          className={clsx(
            compact || text.length > LONGEST_LARGE ? 'text-base' : 'text-2xl',
            text === '' ? 'text-text-muted' : 'text-text',
          )}
        >
          {currencySymbol}
        </span>
        <span className="relative inline-grid min-w-0 overflow-hidden">
          <span aria-hidden="true" className="invisible whitespace-pre pe-1">
            {text === '' ? '0' : text}
          </span>
          <input
            {...aria}
            maxLength={refused && LONGEST_REFUSED}
            id={ids.control}
            name={props.name}
            value={text}
            onChange={change}
            onPaste={paste}
            onBlur={() => {
              setDraft(leftText(taken, value, separators))
              props.onBlur?.()
            }}
            disabled={props.disabled}
            // The amount is all such a screen asks for; the caller decides.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={props.autoFocus}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="next"
            placeholder="0"
            className="absolute inset-0 size-full min-w-0 bg-transparent text-start caret-brand outline-none placeholder:text-text-muted"
          />
        </span>
      </label>
      <output id={problem && ids.error} className="text-sm empty:hidden">
        {problem !== undefined && (
          <span className="flex items-start gap-1.5 text-start font-medium text-negative">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>{problems[problem]}</span>
          </span>
        )}
        {problem === undefined && value !== null && isOtherMark && <Money cents={value} locale={locale} />}
      </output>
      {children !== undefined && <div className="text-sm text-text-muted">{children}</div>}
      <FieldNotes ids={ids} hint={hint} error={error} />
    </div>
  )
}
