import type { Client } from 'pg'

type Message = { code?: string }
type Parameter = { parameterName: string; parameterValue: string }

/** Inside a client, where the typings do not look. */
type Inside = {
  host: string
  port: number
  connection: {
    stream: { destroy: () => void }
    on: ((event: 'errorMessage', on: (message: Message) => void) => void) &
      ((event: 'parameterStatus', on: (parameter: Parameter) => void) => void)
  }
}

export const inside = (client: Client): Inside => client as unknown as Inside
