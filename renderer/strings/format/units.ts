/** Amounts with their units, for running text, and the days that have a name. */
export const units = {
  milliseconds: (amount: number) => `${amount} ms`,
  seconds: (amount: number | string) => `${amount} s`,
  minutes: (amount: number) => `${amount} m`,
  hours: (amount: number) => `${amount} h`,
  bytes: (amount: number) => (amount === 1 ? '1 byte' : `${amount} bytes`),
  kilobytes: (amount: string) => `${amount} KB`,
  megabytes: (amount: string) => `${amount} MB`,
  today: 'Today',
  yesterday: 'Yesterday',
} as const
