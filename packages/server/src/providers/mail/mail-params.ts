/** What the blanks of a mail are filled with. */
export type MailParams = { name?: string; code?: string; link?: string }
