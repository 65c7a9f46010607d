/**
 * Puts an edit of a controlled field on the screen. Done while the browser's event is handled, so that React finds the
 * text as it wants it and has no reason to write it again, which would throw the caret to the end.
 */
export const showEdit = (input: HTMLInputElement, { text, caret }: { text: string; caret: number }): void => {
  // oxlint-disable-next-line no-param-reassign
  input.value = text
  input.setSelectionRange(caret, caret)
}
