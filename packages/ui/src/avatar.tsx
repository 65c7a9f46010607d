import { clsx } from 'clsx'
import { useState } from 'react'

export type AvatarProps = {
  name: string
  /** URL of a picture; initials are shown without one and when it fails to load. */
  src?: string | null
  size?: 'sm' | 'md' | 'lg'
  /** Name for screen readers; leave it out where the name is next to the picture. */
  label?: string
}

const sizes = { sm: 'size-9 text-sm', md: 'size-11 text-base', lg: 'size-20 text-2xl' }
/** Background and text of one hue each, with enough contrast between them and little enough weight beside names and amounts. */
const colours = [
  'bg-person-1 text-on-person-1',
  'bg-person-2 text-on-person-2',
  'bg-person-3 text-on-person-3',
  'bg-person-4 text-on-person-4',
  'bg-person-5 text-on-person-5',
  'bg-person-6 text-on-person-6',
  'bg-person-7 text-on-person-7',
  'bg-person-8 text-on-person-8',
] as const

/** By a hash of the name, so that a person has the same colour on every screen. */
const colourOf = (name: string) => {
  const hash = Array.from(name).reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0, 7)
  return colours[hash % colours.length]
}

/** First letters of the first and the last word; of a Korean name the first syllable. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const first = Array.from(words[0] ?? '')[0] ?? ''
  const last = words.length > 1 ? (Array.from(words.at(-1) ?? '')[0] ?? '') : ''
  return /\p{Script=Hangul}/u.test(first) ? first : `${first}${last}`.toLocaleUpperCase()
}

/** A round picture of a person, or their initials on a colour of their own. Hidden from screen readers without `label`. */
export const Avatar = ({ name, src, size = 'md', label }: AvatarProps) => {
  const [failed, setFailed] = useState<string | null>(null)
  const shown = src && src !== failed ? src : null
  const shape = clsx('grid shrink-0 place-items-center overflow-hidden rounded-full font-semibold', sizes[size])
  if (shown !== null) {
    return (
      <img src={shown} alt={label ?? ''} onError={() => setFailed(shown)} className={clsx(shape, 'object-cover')} />
    )
  }
  return (
    <span
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={clsx(shape, colourOf(name))}
    >
      {initialsOf(name)}
    </span>
  )
}
