import { blankSigns } from './hidden-characters.ts'
import { lookAlikes } from './look-alikes.ts'

const unseen = new RegExp(String.raw`[-_.\s\u0300-\u036F\p{DI}\p{Cf}${blankSigns}]`, 'gu')

/**
 * A name reduced to how it looks: names with equal skeletons can be confused. Drops width, case, accents, separators
 * and invisible characters; maps look-alikes and styled letters to Latin ones, and merges l, i, 1 and o, 0 and vv, w and
 * rn, m.
 */
export const skeletonOf = (name: string): string =>
  Array.from(name.normalize('NFKD'), (letter) => lookAlikes.get(letter) ?? letter)
    .join('')
    .toLowerCase()
    .replaceAll(unseen, '')
    .replaceAll(/[i1|]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('vv', 'w')
    .replaceAll('rn', 'm')

/** A text whose enclosed letters, which are symbols to Unicode, are ordinary capital letters. */
export const withoutFrames = (text: string): string =>
  text.replaceAll(/\p{So}/gu, (sign) => lookAlikes.get(sign)?.toUpperCase() ?? sign)
