/** Keys of texts that take no values, for tables that name a text. */
import { useTranslations } from 'use-intl'
import type { Messages } from '../../texts/messages.gen.ts'

type LeafKeys<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string
    ? T[K] extends `${string}{${string}`
      ? never
      : `${Prefix}${K}`
    : LeafKeys<T[K], `${Prefix}${K}.`>
}[keyof T & string]

export type TextKey = LeafKeys<Messages>

/** Looks up texts by a key out of a table. */
export const useText = (): ((key: TextKey) => string) => useTranslations() as (key: TextKey) => string
