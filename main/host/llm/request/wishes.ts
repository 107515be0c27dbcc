import type { Wishes } from '../llm.ts'

/** The wishes for an answer that an API takes. */
export type TakenWishes = {
  temperature: boolean
  /** Max stop sequences, and whether one can be white space alone. */
  stops: number
  blankStops: boolean
}

/** The temperatures that every API with one takes. */
const isUsual = (temperature: number): boolean => temperature >= 0 && temperature <= 2

/** The part of the wishes that a request can have; stop sequences in their order. */
export function wishesFor({ temperature, stopSequences = [] }: Wishes, takes: TakenWishes): Wishes {
  const stops = stopSequences.filter((it) => takes.blankStops || it.trim() !== '').slice(0, takes.stops)
  return {
    ...(takes.temperature && temperature !== undefined && isUsual(temperature) && { temperature }),
    ...(stops.length > 0 && { stopSequences: stops }),
  }
}

const refusals = new Set<number | undefined>([400, 422])

/** How servers name these fields in a refusal. */
const signs: Record<keyof Wishes, RegExp> = {
  temperature: /\btemperature\b/i,
  stopSequences: /\bstop_sequences\b|['"`]stop['"`]|\bbody\.stop\b|^stop\b/,
}

/** The wish that a refusal names, if the request had it. `text` is in the server's own words. */
export function refusedWish(
  { status, text }: { status: number | undefined; text: string },
  sent: Wishes = {},
): keyof Wishes | undefined {
  if (!refusals.has(status)) return undefined
  return (['temperature', 'stopSequences'] as const).find((it) => sent[it] !== undefined && signs[it].test(text))
}
