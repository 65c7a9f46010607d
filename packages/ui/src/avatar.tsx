import { clsx } from 'clsx'
import { useState } from 'react'

export type AvatarProps = {
  name: string
  /** Address of a picture; initials stand in when there is none or it fails. */
  src?: string | null
  size?: 'sm' | 'md' | 'lg'
  /** Read aloud; leave it out where the name stands beside the picture. */
  label?: string
}

const sizes = { sm: 'size-9 text-sm', md: 'size-11 text-base', lg: 'size-20 text-2xl' }
/** Ground and ink of one hue each; the ink is dark enough to read, the ground light enough to stay behind names and amounts. */
const looks = [
  'bg-person-1 text-on-person-1',
  'bg-person-2 text-on-person-2',
  'bg-person-3 text-on-person-3',
  'bg-person-4 text-on-person-4',
  'bg-person-5 text-on-person-5',
  'bg-person-6 text-on-person-6',
  'bg-person-7 text-on-person-7',
  'bg-person-8 text-on-person-8',
] as const

/** The same person has the same colour on every screen. */
const lookOf = (name: string) => {
  const hash = Array.from(name).reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0, 7)
  return looks[hash % looks.length]
}

/** First letters of the first and the last word; a Korean name is known by its first syllable. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const first = Array.from(words[0] ?? '')[0] ?? ''
  const last = words.length > 1 ? (Array.from(words.at(-1) ?? '')[0] ?? '') : ''
  return /\p{Script=Hangul}/u.test(first) ? first : `${first}${last}`.toLocaleUpperCase()
}

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
      className={clsx(shape, lookOf(name))}
    >
      {initialsOf(name)}
    </span>
  )
}
