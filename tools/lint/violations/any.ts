export const loose = (value: any): unknown => value
