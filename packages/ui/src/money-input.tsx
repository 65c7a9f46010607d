import { clsx } from 'clsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useMemo, useState, type ChangeEvent, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react'
import { showEdit } from './caret.ts'
import { FieldNotes, useField, type FieldTexts } from './field.tsx'
import { edited, replaced, type AmountProblem } from './money-edit.ts'
import { centsOfText, partsOfText, separatorsOf, textOfCents } from './money-text.ts'
import { Money } from './money.tsx'

export type MoneyInputProps = FieldTexts & {
  /** Whole cents; null while empty. */
  value: number | null
  onChange: (cents: number | null) => void
  /** Decides the decimal and grouping marks. */
  locale: string
  /** What to say when a keystroke or a paste was not taken; the amount is then as it was. */
  problems: Record<AmountProblem, ReactNode>
  currencySymbol?: string
  /** Most digits before the decimal mark. */
  maxDigits?: number
  /** The label is read but not shown, when the screen's title already says it. */
  hideLabel?: boolean
  /** Beneath the number: limits, fee. */
  children?: ReactNode
  autoFocus?: boolean
  disabled?: boolean
  name?: string
  id?: string
}

const sizeOf = (text: string) => (text.length <= 8 ? 'text-4xl' : text.length <= 11 ? 'text-3xl' : 'text-2xl')

/** The hero of a money screen: one large amount, typed as people type it, held as whole cents. */
export const MoneyInput = (props: MoneyInputProps) => {
  const {
    label,
    hint,
    error,
    value,
    onChange,
    locale,
    problems,
    currencySymbol = '$',
    maxDigits = 7,
    hideLabel,
    children,
  } = props
  const { ids, aria } = useField({ hint, error }, props.id)
  const separators = useMemo(() => separatorsOf(locale), [locale])
  const rules = useMemo(() => ({ ...separators, maxDigits }), [separators, maxDigits])
  const [draft, setDraft] = useState(() => textOfCents(value, separators))
  const [refusal, setRefusal] = useState<{ text: string; problem: AmountProblem; isSeen?: boolean }>()

  // The typed text rules while it means the value ("12." is 12 dollars); a value set from outside replaces it.
  const text = centsOfText(draft, separators) === value ? draft : textOfCents(value, separators)
  // A refusal stands until the amount is another one.
  const problem = refusal?.text === text ? refusal.problem : undefined
  const { mark, fraction } = partsOfText(text, separators)
  const isOtherMark = mark !== separators.decimal && fraction !== ''

  const take = (next: string) => {
    setDraft(next)
    const cents = centsOfText(next, separators)
    if (cents !== value) onChange(cents)
  }

  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { inputType } = nativeEvent as InputEvent
    const caret = target.selectionStart ?? target.value.length
    const edit = edited(text, { text: target.value, caret, inputType }, rules)
    showEdit(target, edit)
    setRefusal(edit.problem && { text: edit.text, problem: edit.problem })
    take(edit.text)
  }

  // Typed without looking, "1.234" and Enter would go on with 1.23: the first Enter after a refusal only points at it.
  const enter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || !refusal || problem === undefined || refusal.isSeen) return
    event.preventDefault()
    setRefusal({ ...refusal, isSeen: true })
  }

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const next = replaced(event.clipboardData.getData('text'), rules)
    if ('text' in next) take(next.text)
    else setRefusal({ text, problem: next.problem })
  }

  return (
    <div className="grid justify-items-center gap-2 text-center">
      <label htmlFor={ids.control} className={hideLabel ? 'sr-only' : 'text-sm font-semibold text-text-muted'}>
        {label}
      </label>
      <label
        htmlFor={ids.control}
        className={clsx(
          'inline-flex max-w-full items-baseline justify-center gap-1 border-b-2 px-3 pb-1 font-semibold tracking-tight tabular-nums transition-colors duration-150',
          error ? 'border-negative' : 'border-border-strong has-focus-visible:border-brand',
          sizeOf(text),
        )}
      >
        <span aria-hidden="true" className={clsx('text-2xl', text === '' ? 'text-text-muted' : 'text-text')}>
          {currencySymbol}
        </span>
        <span className="relative inline-grid min-w-0">
          <span aria-hidden="true" className="invisible whitespace-pre pe-1">
            {text === '' ? '0' : text}
          </span>
          <input
            {...aria}
            id={ids.control}
            name={props.name}
            value={text}
            onChange={change}
            onPaste={paste}
            onKeyDown={enter}
            onBlur={() => setDraft(textOfCents(value, separators))}
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
      <output className="text-sm empty:hidden">
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
