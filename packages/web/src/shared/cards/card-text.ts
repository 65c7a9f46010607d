import type { Card } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { isExpired } from './cards.ts'

/** Brands as they write themselves. */
const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** A saved card in words: what it is, and until when it is good. */
export const useCardText = (): ((card: Card) => { name: string; until: string; isExpired: boolean }) => {
  const t = useTranslations('cards')
  return (card) => {
    const month = `${String(card.expMonth).padStart(2, '0')}/${String(card.expYear % 100).padStart(2, '0')}`
    const isOver = isExpired(card)
    return {
      name: t('name', { brand: BRANDS[card.brand] ?? t('card'), last4: card.last4 }),
      until: t(isOver ? 'expired' : 'expires', { month }),
      isExpired: isOver,
    }
  }
}
