/** Tells on a wide screen what the empty place beside the list is for. */
export const NoneChosen = ({ text }: { text: string }) => (
  <p className="grid min-h-64 place-content-center rounded-lg border border-dashed border-border p-8 text-center text-balance text-text-muted">
    {text}
  </p>
)
