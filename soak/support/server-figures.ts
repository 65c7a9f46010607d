/** What a server tells of itself on its internal port. */
export type ServerFigures = {
  moneyInFlight: number
  residentMb: number
}

const valueOf = (text: string, name: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length) ?? 0,
  )

export const readServerFigures = async (internalUrl: string): Promise<ServerFigures> => {
  const text = await (await fetch(`${internalUrl}/metrics`)).text()
  return {
    moneyInFlight: valueOf(text, 'requests_in_flight{kind="money"}'),
    residentMb: Math.round(valueOf(text, 'process_resident_memory_bytes') / 1e6),
  }
}
