import { blankSigns } from './hidden-characters.ts'

/** Letters of other alphabets, and unusual Latin ones, by the Latin letter they resemble. */
const twins: Record<string, string> = {
  a: '\u0410\u0430\u0391\u03B1\u0251',
  b: '\u0412\u0432\u0392\u03B2',
  c: '\u0421\u0441\u03F2\u03F9',
  d: '\u0500\u0501',
  e: '\u0415\u0435\u0395\u03B5\u0454',
  g: '\u0261',
  h: '\u041D\u043D\u04BA\u04BB\u0397',
  i: '\u0406\u0456\u0399\u03B9\u0131',
  j: '\u0408\u0458\u03F3',
  k: '\u041A\u043A\u039A\u03BA',
  l: '\u04C0\u04CF\u2223\u01C0',
  m: '\u041C\u043C\u039C',
  n: '\u039D\u03B7',
  o: '\u041E\u043E\u039F\u03BF',
  p: '\u0420\u0440\u03A1\u03C1',
  q: '\u051A\u051B',
  s: '\u0405\u0455',
  t: '\u0422\u0442\u03A4\u03C4',
  u: '\u03C5',
  v: '\u03BD\u0475',
  w: '\u051C\u051D\u03C9',
  x: '\u0425\u0445\u03A7\u03C7',
  y: '\u0423\u0443\u03A5\u03B3\u04AF',
  z: '\u0396',
}

const latin = new Map(Object.entries(twins).flatMap(([letter, like]) => [...like].map((it) => [it, letter] as const)))

const unseen = new RegExp(String.raw`[-_.\s\u0300-\u036F\p{DI}\p{Cf}${blankSigns}]`, 'gu')

/**
 * A name reduced to how it looks: names with equal skeletons can be confused. Drops width, case, accents, separators
 * and invisible characters; maps other alphabets' letters, and merges l, i, 1 and o, 0.
 */
export const skeletonOf = (name: string): string =>
  Array.from(name.normalize('NFKD'), (letter) => latin.get(letter) ?? letter)
    .join('')
    .toLowerCase()
    .replaceAll(unseen, '')
    .replaceAll(/[i1|]/g, 'l')
    .replaceAll('0', 'o')
