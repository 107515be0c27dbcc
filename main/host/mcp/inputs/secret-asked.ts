import type { Field } from '../../../../shared/forms.ts'
import { isObject, type JsonObject } from '../../../../shared/json.ts'
import { skeletonOf } from '../skeleton.ts'
import { abouts, denials, doubtfulNames, otherUses, possessives, secretNames, unspacedNames } from './secret-words.ts'

/** Digits and signs that stand for letters. */
const standIns: Record<string, string> = { '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '€': 'e' }

/** Letters that do not come apart into a plain one and its mark. */
const crossed: Record<string, string> = { ł: 'l', ı: 'i', đ: 'd', ø: 'o', ß: 'ss' }

/** One word as the eye takes it. */
function wordOf(written: string): string {
  const plain = written.toLowerCase().replaceAll(/[łıđøß]/g, (letter) => crossed[letter] ?? letter)
  const isWord = /\p{L}/u.test(plain)
  const read = isWord ? plain.replaceAll(/[3457@$€]/g, (sign) => standIns[sign] ?? sign) : plain
  return skeletonOf(read)
}

/** The words of a text and of names as programs write them, without what cannot be seen. */
function wordsIn(text: string): string[] {
  const visible = text.normalize('NFKC').replaceAll(/[\p{DI}\p{Cf}]/gu, '')
  const parted = visible.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
  return (parted.match(/[\p{L}\p{M}\p{N}@$€|]+/gu) ?? []).map(wordOf).filter((word) => word !== '')
}

const squeezed = (name: string): string => wordsIn(name).join('')
const setOf = (names: string[]): ReadonlySet<string> => new Set(names.map(squeezed))

const secret = setOf(secretNames)
const doubtful = setOf(doubtfulNames)
const possessive = setOf(possessives)
const about = setOf(abouts)
const denied = setOf(denials)
const otherwise = setOf(otherUses)
const never = squeezed('never')
const withoutPasswords = squeezed('less')
/** Long enough not to be a part of another word by chance. */
const within = [...secret].filter((name) => name.length >= 8)
const longest = Math.max(...Array.from(secret, (name) => name.length)) + 1

/** So much of a text is looked at; a longer one is bounded before it is shown. */
const mostRead = 12_000

/** Whether a text seems to ask for something that must not be given away. `isName` where it is all that a field is called. */
function asksForSecret(text: string, isName: boolean): boolean {
  const read = text.slice(0, mostRead)
  if (unspacedNames.some((name) => read.normalize('NFKC').includes(name))) return true
  const words = wordsIn(read)
  return words.some((_, at) => namedFrom(words, at) || isOwn(words, at)) || (isName && isDoubtful(words.join('')))
}

/** Whether an unmistakable name begins with this word, and is not only spoken about. */
function namedFrom(words: string[], from: number): boolean {
  if (isDenied(words, from)) return false
  const [first = ''] = words.slice(from, from + 1)
  const contained = within.find((name) => first.includes(name))
  if (contained !== undefined && !first.endsWith(withoutPasswords)) return !isAbout(words[from + 1])
  let run = ''
  for (let to = from; to < words.length && run.length <= longest; to++) {
    run += words[to] ?? ''
    if (secret.has(run) || (run.endsWith('s') && secret.has(run.slice(0, -1)))) return !isAbout(words[to + 1])
  }
  return false
}

const isAbout = (next: string | undefined): boolean => next !== undefined && about.has(next)

const isDenied = (words: string[], at: number): boolean =>
  words.slice(Math.max(0, at - 2), at).some((word) => denied.has(word)) ||
  words.slice(Math.max(0, at - 4), at).includes(never)

/** Whether a doubtful name here means something of the person's. */
function isOwn(words: string[], at: number): boolean {
  const [before, word = '', next] = [words[at - 1], words[at], words[at + 1]]
  const isMeant = before !== undefined && possessive.has(before) && doubtful.has(word)
  return isMeant && !isDenied(words, at) && !isAbout(next) && !(next !== undefined && otherwise.has(next))
}

const isDoubtful = (name: string): boolean => doubtful.has(name)

/** Figures hold secrets of their own kind; what is switched or chosen holds none. */
const takes = ({ kind }: Field): boolean => kind === 'text' || kind === 'number' || kind === 'integer'
const ofFigures = /pln|cvv|cvc|otp|cod|card|kart|tarjeta|securltynumber|zahl|tan/

type Form = { message: string; fields: readonly Field[]; schema: JsonObject }

/**
 * The names of the fields that seem to ask for a password, a key or the like, and `''` where the message does. A sign
 * for a person and no proof: whoever wants can say it in other words.
 */
export function secretsAsked({ message, fields, schema }: Form): string[] {
  const open = fields.filter(takes)
  if (open.length === 0) return []
  const { properties } = schema
  const names = open.flatMap((field) => {
    const of = isObject(properties) ? properties[field.name] : undefined
    const isHidden = isObject(of) && of['format'] === 'password'
    return isHidden || namesSecret(field) ? field.name : []
  })
  return asksForSecret(message, false) ? ['', ...names] : names
}

function namesSecret({ kind, name, title, description = '' }: Field): boolean {
  const called = [name, title]
  if (kind !== 'text' && !ofFigures.test([...called, description].map(squeezed).join(' '))) return false
  return called.some((it) => asksForSecret(it, true)) || asksForSecret(description, false)
}
