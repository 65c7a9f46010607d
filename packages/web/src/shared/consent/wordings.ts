/** What a payer agrees to, in every language at once: these few sentences, and no other text, come in all three. */
import type { CONSENT_VERSIONS, Language, PayMethod } from '@puente/contract'

type Wording = Record<'title' | 'invoice' | 'request' | PayMethod | 'terms', string>

/** Payments name these by version: a changed sentence is a new entry, here and in the contract; none is changed or removed. */
export const wordings: Record<(typeof CONSENT_VERSIONS)[number], Record<Language, Wording>> = {
  '2026-11-24': {
    en: {
      title: 'What you agree to',
      invoice: 'You pay {name} {amount} for invoice {number}.',
      request: 'You pay {name} the {amount} they ask for.',
      wallet: '{total} comes out of your balance.',
      card: '{total} is charged to your card.',
      paypal: '{total} is charged through PayPal.',
      zelle: 'You send {total} with Zelle from your bank’s app.',
      terms: 'Puente’s terms apply.',
    },
    es: {
      title: 'Lo que aceptas',
      invoice: 'Pagas {amount} a {name} por la factura {number}.',
      request: 'Pagas a {name} la cantidad que te pide: {amount}.',
      wallet: 'Se descuentan {total} de tu saldo.',
      card: 'Se cobran {total} a tu tarjeta.',
      paypal: 'Se cobran {total} a través de PayPal.',
      zelle: 'Envías {total} con Zelle desde la app de tu banco.',
      terms: 'Se aplican los términos de Puente.',
    },
    ko: {
      title: '동의하는 내용',
      invoice: '{name}님의 청구서 {number}에 대해 {amount}를 결제해요.',
      request: '{name}님이 요청한 {amount}를 결제해요.',
      wallet: '내 잔액에서 {total}가 빠져나가요.',
      card: '내 카드로 {total}가 결제돼요.',
      paypal: 'PayPal로 {total}가 결제돼요.',
      zelle: '은행 앱에서 Zelle로 {total}를 보내요.',
      terms: 'Puente 이용약관이 적용돼요.',
    },
  },
}
