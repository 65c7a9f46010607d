const later = async (): Promise<void> => {}
export const start = (): void => {
  later()
}
