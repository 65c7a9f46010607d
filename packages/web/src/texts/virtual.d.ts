declare module 'virtual:texts/*' {
  import type { Messages } from './messages.gen.ts'
  const messages: Messages
  export default messages
}
