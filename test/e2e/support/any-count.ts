import { contains } from '../../support/words.ts'

/** Finds a text that tells a number, in its form for several, whatever the number is. */
export const withAnyCount = (text: (count: number) => string): RegExp =>
  new RegExp(contains(text(77)).source.replaceAll('77', String.raw`[\d,.]+`))
