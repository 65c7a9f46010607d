/** How files come to our bank and from it. Every call throws ProviderError. */
export interface FileTransport {
  /**
   * Brings a file to where it can be handed over by one step, without the bank seeing it. May be repeated until it is handed over,
   * and never afterwards.
   */
  stage(name: string, content: string): Promise<void>
  /**
   * Lets the bank have what was staged. May be repeated after a step whose outcome is not known: what the bank has under this name it
   * is never given again.
   */
  handOver(name: string, content: string): Promise<void>
  /** The names of what the bank has for us. */
  list(): Promise<string[]>
  read(name: string): Promise<string>
  /** It is kept here, and need not be listed any more. */
  remove(name: string): Promise<void>
}
