/** Every key of the query cache. The live stream writes under the same keys that the screens read. */
export const queryKeys = {
  me: ['me'],
  kyc: ['kyc'],
  /** Everything of how the account is protected. */
  factors: ['factors'],
  limits: ['limits'],
  accessLog: ['accessLog'],
  closing: ['closing'],
  social: ['social'],
  dataExport: ['dataExport'],
  frequents: ['frequents'],
  /** Everything of the requests for money. */
  requests: ['requests'],
  requestList: (filter: Readonly<Record<string, unknown>>) => ['requests', 'list', filter],
  request: (id: string) => ['requests', 'one', id],
  requestPayments: (id: string) => ['requests', 'payments', id],
  /** What a link asks for. */
  payLink: (code: string) => ['requests', 'link', code],
  split: (id: string) => ['requests', 'split', id],
  /** Everyone the user has blocked. */
  blocked: ['blocked'],
  person: (handle: string) => ['person', handle],
  config: ['config'],
  /** A username that is free. */
  username: ['username'],
  faqs: (language: string, search: string) => ['faqs', language, search],
  /** By which channels. */
  notices: ['notices'],
  /** Notifications of this browser outside the app. */
  push: ['push'],
  /** What the person was told: the list, and how much is unread. */
  notifications: ['notifications'],
  notificationList: ['notifications', 'list'],
  unread: ['notifications', 'unread'],
  /** Everything of the rewards. */
  rewards: ['rewards'],
  rewardsSummary: ['rewards', 'summary'],
  rewardsHistory: ['rewards', 'history'],
  referral: ['rewards', 'referral'],
  sessions: ['sessions'],
  securityLog: ['securityLog'],
  contactChanges: ['contactChanges'],
  /** All legal texts. */
  legalTexts: ['legal'],
  legal: (slug: string, language: string) => ['legal', slug, language],
  search: (text: string) => ['search', text],
  /** All quotes. */
  fees: ['fee'],
  /** @param sendSessionId of the payment that is closed for it */
  fee: (operation: string, amountCents: number, sendSessionId = '') => ['fee', operation, amountCents, sendSessionId],
  /** All lists of transactions; each list adds its filter. */
  transactions: ['transactions'],
  transactionList: (filter: Readonly<Record<string, unknown>>) => ['transactions', filter],
  /** All single transactions. */
  transactionDetails: ['transaction'],
  transaction: (id: string) => ['transaction', id],
  /** All lists of invoices; each list adds its filter. */
  invoices: ['invoices'],
  invoiceList: (filter: Readonly<Record<string, unknown>>) => ['invoices', filter],
  /** All single invoices. */
  invoiceDetails: ['invoice'],
  invoice: (id: string) => ['invoice', id],
  /** Everything of what is scheduled. */
  schedules: ['schedules'],
  scheduleList: (mode: string) => ['schedules', 'list', mode],
  schedule: (id: string) => ['schedules', 'one', id],
  /** Who approves for whom, and which payments wait for that. */
  approvers: ['approvers'],
  approverList: ['approvers', 'list'],
  approverDecisions: ['approvers', 'decisions'],
  approverDecision: (id: string) => ['approvers', 'decision', id],
  /** The draft of an invoice of which it is unknown whether it was sent. */
  unsureInvoice: ['unsureInvoice'],
  approverCheck: (toUser: string, amountCents: number) => ['approvers', 'check', toUser, amountCents],
  /** Everything of tickets, and of disputes. */
  tickets: ['tickets'],
  ticketList: ['tickets', 'list'],
  ticket: (id: string) => ['tickets', 'one', id],
  disputes: ['disputes'],
  disputeList: ['disputes', 'list'],
  disputesOf: (transactionId: string) => ['disputes', 'of', transactionId],
  dispute: (id: string) => ['disputes', 'one', id],
  /** The catalogue. */
  products: ['products'],
  /** Bank accounts to withdraw to. */
  recipients: ['recipients'],
  /** What came of a visit to a bank. */
  bankLink: (link: string) => ['bankLink', link],
  /** Saved cards. */
  cards: ['cards'],
  zellePayment: (id: string) => ['zellePayment', id],
  /** All payments that left for a provider's page. */
  paymentSessions: ['paymentSession'],
  paymentSession: (id: string) => ['paymentSession', id],
  file: (id: string) => ['file', id],
} as const
