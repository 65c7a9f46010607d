export const sure = (value?: string): string => value!
