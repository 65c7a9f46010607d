import { createHmac } from 'node:crypto'

/**
 * Twilio's callback signature: HMAC-SHA1 over the address as the sender knows it, followed by each form field in
 * alphabetical order, name and value joined without anything between.
 */
export const signTwilio = (authToken: string, url: string, form: Readonly<Record<string, string>>) => {
  const fields = Object.keys(form).toSorted()
  const signed = fields.reduce((joined, name) => joined + name + (form[name] ?? ''), url)
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64')
}
