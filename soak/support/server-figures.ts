/** What a server tells of itself on its internal port. */
export type ServerFigures = {
  moneyAtWork: number
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
    moneyAtWork: valueOf(text, 'calls_at_work{kind="money"}'),
    residentMb: Math.round(valueOf(text, 'process_resident_memory_bytes') / 1e6),
  }
}
