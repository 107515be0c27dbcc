import { propertiesOf, type FormField } from '../../../../shared/schema/forms.ts'
import { blankSigns } from '../../../../shared/text/hidden-characters.ts'
import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import { skeletonOf } from '../../../../shared/text/skeleton.ts'
import {
  abouts,
  amounts,
  certain,
  conjunctions,
  negations,
  doubtfulNames,
  ofWallets,
  otherUses,
  phraseLengths,
  phraseWords,
  possessives,
  secretNames,
  unspacedNames,
} from './secret-words.ts'

/** Digits and signs that stand for letters. */
const standIns: Record<string, string> = { '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '€': 'e' }

/** Letters that don't decompose into a plain letter and a mark. */
const crossed: Record<string, string> = { ł: 'l', ı: 'i', đ: 'd', ø: 'o', ß: 'ss' }

/** One word as it looks. */
function wordOf(written: string): string {
  const plain = written.toLowerCase().replaceAll(/[łıđøß]/g, (letter) => crossed[letter] ?? letter)
  const isWord = /\p{L}/u.test(plain)
  const read = isWord ? plain.replaceAll(/[3457@$€]/g, (sign) => standIns[sign] ?? sign) : plain
  return skeletonOf(read)
}

/** Delimits the parts of a text within which one word can negate another. */
const clauseEnd = /[,;:!?&()\n–—]|\.\s/
const wordAndGap = /([\p{L}\p{M}\p{N}@$€|]+)([^\p{L}\p{M}\p{N}@$€|]*)/gu
const unseen = new RegExp(String.raw`[\p{DI}\p{Cf}${blankSigns}]`, 'gu')

const visible = (text: string): string => text.normalize('NFKC').replaceAll(unseen, '')

/** A word and how many clauses precede it. */
type Word = { word: string; clause: number }

/** The words of a text and of program-style names, without invisible characters. */
function wordsIn(text: string): Word[] {
  const parted = visible(text)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
  const words: Word[] = []
  let clause = 0
  for (const [, written = '', gap = ''] of parted.matchAll(wordAndGap)) {
    const word = wordOf(written)
    if (word !== '') words.push({ word, clause })
    if (clauseEnd.test(gap) || conjunction.has(word)) clause++
  }
  return words
}

const conjunction: ReadonlySet<string> = new Set(conjunctions.map(wordOf))
const squeezed = (name: string): string =>
  wordsIn(name)
    .map(({ word }) => word)
    .join('')
const setOf = (names: string[]): ReadonlySet<string> => new Set(names.map(squeezed))

const secret = setOf(secretNames)
const doubtful = setOf(doubtfulNames)
const possessive = setOf(possessives)
const about = setOf(abouts)
const denied = setOf(negations)
const otherwise = setOf(otherUses)
const amount = setOf(amounts)
const phraseLength = setOf(phraseLengths)
const phraseWord = setOf(phraseWords)
const beforePhrase = setOf(certain)
const ofWallet = setOf(ofWallets)
const never = squeezed('never')
const withoutPasswords = squeezed('less')
/** Long enough not to be part of another word by chance. */
const within = [...secret].filter((name) => name.length >= 8)
const longest = Math.max(...Array.from(secret, (name) => name.length)) + 1

/** Max characters searched; longer texts are cut before they're shown. */
const mostRead = 12_000

/** Whether a text seems to ask for something confidential. `isName` if it is a field's whole name. */
function asksForSecret(text: string, isName: boolean): boolean {
  const read = text.slice(0, mostRead)
  if (unspacedNames.some((name) => read.normalize('NFKC').includes(name))) return true
  const words = wordsIn(read)
  const names = words.some((_, at) => namedFrom(words, at, isName) || isOwn(words, at) || isPhrase(words, at, isName))
  return names || (isName && isDoubtful(words.map(({ word }) => word).join('')))
}

/** Whether an unmistakable name begins with this word, and isn't merely discussed. */
function namedFrom(words: Word[], from: number, isName: boolean): boolean {
  if (isDenied(words, from) || (!isName && isCounted(words, from))) return false
  const { word: first = '' } = words[from] ?? {}
  const contained = within.find((name) => first.includes(name))
  if (contained !== undefined && !first.endsWith(withoutPasswords)) return !isAbout(words[from + 1]?.word)
  let run = ''
  for (let to = from; to < words.length && run.length <= longest; to++) {
    run += words[to]?.word ?? ''
    if (secret.has(run) || (run.endsWith('s') && secret.has(run.slice(0, -1)))) return !isAbout(words[to + 1]?.word)
  }
  return false
}

const isAbout = (next: string | undefined): boolean => next !== undefined && about.has(next)

/** Up to `count` words before this one in the same clause, nearest last. */
const before = (words: Word[], at: number, count: number): string[] =>
  words
    .slice(Math.max(0, at - count), at)
    .filter(({ clause }) => clause === words[at]?.clause)
    .map(({ word }) => word)

const isDenied = (words: Word[], at: number): boolean =>
  before(words, at, 2).some((word) => denied.has(word)) || before(words, at, 4).includes(never)

/** Whether the text says how many there are, or can be: then it asks for nothing else. */
const isCounted = (words: Word[], at: number): boolean =>
  amount.has(before(words, at, 1).join('')) || amount.has(before(words, at, 2).join(''))

/** Whether a number as long as a wallet's phrase begins here, and specific words are asked for. */
function isPhrase(words: Word[], at: number, isName: boolean): boolean {
  const numbers = [1, 2].map((length) => words.slice(at, at + length))
  const number = numbers.find((it) => phraseLength.has(it.map(({ word }) => word).join('')))
  if (!number || isDenied(words, at)) return false
  const next = at + number.length
  const to = words.slice(next, next + 4).findIndex(({ word }) => phraseWord.has(word))
  if (to === -1) return false
  const [last = ''] = before(words, at, 1)
  const isAlone = isName && at === 0 && next + to === words.length - 1
  const around = words.slice(Math.max(0, at - 8), next + 12)
  return isAlone || beforePhrase.has(last) || around.some(({ word }) => ofWallet.has(word))
}

/** Whether an ambiguous name here means something of the user's. */
function isOwn(words: Word[], at: number): boolean {
  const [last, word = '', next] = [words[at - 1]?.word, words[at]?.word, words[at + 1]?.word]
  const isMeant = last !== undefined && possessive.has(last) && doubtful.has(word)
  return isMeant && !isDenied(words, at) && !isAbout(next) && !(next !== undefined && otherwise.has(next))
}

const isDoubtful = (name: string): boolean => doubtful.has(name)

/** Numbers can be secrets of their own kind; switches and choices can't. */
const takes = ({ kind }: FormField): boolean => kind === 'text' || kind === 'number'
const ofFigures = /pln|cvv|cvc|otp|cod|card|kart|tarjeta|securltynumber|zahl|tan/

type Form = { message: string; fields: readonly FormField[]; schema: JsonObject }

/**
 * The names of fields that seem to ask for a password, a key or the like, and `''` if the message does. A hint for the
 * user, not proof: a server can word it differently.
 */
export function secretsAsked({ message, fields, schema }: Form): string[] {
  const open = fields.filter(takes)
  if (open.length === 0) return []
  const properties = propertiesOf(schema)
  const names = open.flatMap((field) => {
    const of = properties[field.name]
    const isHidden = isObject(of) && of['format'] === 'password'
    return isHidden || namesSecret(field) ? field.name : []
  })
  const all = [...new Set([...names, ...phraseFields(open)])]
  return asksForSecret(message, false) ? ['', ...all] : all
}

const numberedWord = /^\P{L}*(?:\p{L}+\P{L}+)?(?:word|wort|mot|palabra|parola|woord)\P{L}*\d{1,2}\P{L}*$/iu
const shortestPhrase = 12

/** The fields for single words of a wallet's phrase, if there are enough of them. */
function phraseFields(fields: readonly FormField[]): string[] {
  const called = fields.filter(({ name, title }) => [name, title].some((it) => numberedWord.test(visible(it))))
  return called.length >= shortestPhrase ? called.map(({ name }) => name) : []
}

function namesSecret({ kind, name, title, description = '' }: FormField): boolean {
  const called = [name, title]
  if (kind !== 'text' && !ofFigures.test([...called, description].map(squeezed).join(' '))) return false
  return called.some((it) => asksForSecret(it, true)) || asksForSecret(description, false)
}
