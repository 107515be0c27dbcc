import type { FormField } from '../../../../shared/schema/forms.ts'
import { blankSigns } from '../../../../shared/text/hidden-characters.ts'
import { skeletonOf, withoutFrames } from '../../../../shared/text/skeleton.ts'
import {
  abouts,
  amounts,
  aroundCodes,
  certain,
  conjunctions,
  negations,
  doubtfulNames,
  doubts,
  likelyNames,
  properties,
  requests,
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

/** One word as it looks. */
function wordOf(written: string): string {
  const plain = written.toLowerCase().replaceAll('ß', 'ss')
  const isWord = /\p{L}/u.test(plain)
  const read = isWord ? plain.replaceAll(/[3457@$€]/g, (sign) => standIns[sign] ?? sign) : plain
  return skeletonOf(read)
}

/** Delimits the parts of a text within which one word can negate another. */
const clauseEnd = /[,;:!?&()\n–—]|\.\s/
const wordAndGap = /([\p{L}\p{M}\p{N}@$€|]+)([^\p{L}\p{M}\p{N}@$€|]*)/gu
const unseen = new RegExp(String.raw`[\p{DI}\p{Cf}${blankSigns}]`, 'gu')

const visible = (text: string): string => withoutFrames(text.normalize('NFKC').replaceAll(unseen, ''))

/** A word, how many clauses precede it, and whether only one blank or hyphen separates it from the next. */
type Word = { word: string; clause: number; isJoined: boolean }

/** The words of a text and of program-style names, without invisible characters. */
function wordsIn(text: string): Word[] {
  const parted = visible(text)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
  const words: Word[] = []
  let clause = 0
  for (const [, written = '', gap = ''] of parted.matchAll(wordAndGap)) {
    const word = wordOf(written)
    if (word !== '') words.push({ word, clause, isJoined: /^[ _-]?$/.test(gap) })
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
const aroundCode = setOf([...aroundCodes, ...doubts])
const likely = setOf(likelyNames)
const request = setOf(requests)
const property = setOf(properties)
const amount = setOf(amounts)
const phraseLength = setOf(phraseLengths)
const phraseWord = setOf(phraseWords)
const beforePhrase = setOf(certain)
const ofWallet = setOf(ofWallets)
const never = squeezed('never')
const beforeVerb = squeezed('to')
const withoutPasswords = squeezed('less')
/** Long enough not to be part of another word by chance. */
const within = [...secret].filter((name) => name.length >= 8)
const longest = Math.max(...Array.from(secret, (name) => name.length)) + 1

/** Max characters searched; longer texts are cut before they're shown. */
const mostRead = 12_000

/** How sure it is that a text asks for something confidential. */
type Suspicion = 'certain' | 'doubt' | undefined

const surest = (found: readonly Suspicion[]): Suspicion =>
  found.includes('certain') ? 'certain' : found.find((it) => it !== undefined)

/** Whether a text seems to ask for something confidential. `isName` if it is a field's whole name. */
function asksForSecret(text: string, isName: boolean): Suspicion {
  const read = text.slice(0, mostRead)
  if (unspacedNames.some((name) => read.normalize('NFKC').includes(name))) return 'certain'
  const words = wordsIn(read)
  const whole = words.map(({ word }) => word).join('')
  if (isName && isDoubtful(whole)) return 'certain'
  return surest(
    words.flatMap((_, at) => [
      namedFrom(words, at, isName),
      isOwn(words, at) || isPhrase(words, at, isName) ? 'certain' : undefined,
      startsWith(words, at, aroundCode) || isLikely(words, at, isName) ? 'doubt' : undefined,
    ]),
  )
}

/**
 * How an unmistakable name that begins with this word is meant. A word directly after it can show that it is merely
 * discussed. Anything else, such as a negation, leaves at least a doubt.
 */
function namedFrom(words: Word[], from: number, isName: boolean): Suspicion {
  const last = endOfName(words, from)
  if (last === undefined) return undefined
  if (isAbout(words, last)) return isAddressed(words, from) ? 'doubt' : undefined
  return isDenied(words, from) || (!isName && isCounted(words, from)) ? 'doubt' : 'certain'
}

/** The last word of the unmistakable name that begins with this word, if one does. */
function endOfName(words: Word[], from: number): number | undefined {
  const { word: first = '' } = words[from] ?? {}
  if (within.some((name) => first.includes(name)) && !first.endsWith(withoutPasswords)) return from
  return lastOf(words, from, secret, longest)
}

const startsWith = (words: Word[], from: number, names: ReadonlySet<string>): boolean =>
  lastOf(words, from, names, longest) !== undefined

function lastOf(words: Word[], from: number, names: ReadonlySet<string>, most: number): number | undefined {
  let run = ''
  for (let to = from; to < words.length && run.length <= most; to++) {
    run += words[to]?.word ?? ''
    if (names.has(run) || (run.endsWith('s') && names.has(run.slice(0, -1)))) return to
  }
  return undefined
}

/** Whether the next word follows directly and shows that the text is about such things instead of for one. */
const isAbout = (words: Word[], at: number): boolean => isFollowedBy(words, at, about)

const isFollowedBy = (words: Word[], at: number, names: ReadonlySet<string>): boolean =>
  words[at]?.isJoined === true && names.has(words[at + 1]?.word ?? '')

/** Whether a word shortly before asks the user for it, or calls it theirs. */
const isAddressed = (words: Word[], at: number): boolean => before(words, at, 4).some((word) => possessive.has(word))

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
  const [last, word = ''] = [words[at - 1]?.word, words[at]?.word]
  const isMeant = last !== undefined && possessive.has(last) && doubtful.has(word)
  return isMeant && !isDenied(words, at) && !isAbout(words, at) && !isFollowedBy(words, at, otherwise)
}

/** Whether an ambiguous name here is part of a short name, or near a word that asks for it. */
function isLikely(words: Word[], at: number, isName: boolean): boolean {
  const { word = '', clause } = words[at] ?? {}
  if (!likely.has(word) || isCounted(words, at) || words[at - 1]?.word === beforeVerb) return false
  if ([about, otherwise, property].some((names) => isFollowedBy(words, at, names))) return false
  if (isName && words.length <= longestName) return true
  const after = words.slice(at + 1, at + 4).filter((it) => it.clause === clause)
  return [...before(words, at, 4), ...after.map((it) => it.word)].some((it) => request.has(it))
}
const longestName = 6

const isDoubtful = (name: string): boolean => doubtful.has(name)

/** Numbers can be secrets of their own kind; switches can't, and choices only if they spell something. */
function takes(field: FormField): boolean {
  if (field.kind === 'text' || field.kind === 'number') return true
  if (field.kind === 'yes-no' || field.options.length < fewestSigns) return false
  return field.options.every(({ value }) => value.length <= 2)
}
/** Fewer single characters to choose from spell no secret. */
const fewestSigns = 8
const ofFigures = /pln|cvv|cvc|otp|cod|card|kart|tarjeta|securltynumber|zahl|tan/

type Form = { message: string; fields: readonly FormField[] }

/**
 * The names of fields that seem to ask for a password, a key or the like, and `''` if the message does; `doubts` are
 * those of them that only may. A hint for the user, not proof: a server can word it differently.
 */
export function secretsAsked({ message, fields }: Form): { secrets: string[]; doubts: string[] } {
  const open = fields.filter(takes)
  if (open.length === 0) return { secrets: [], doubts: [] }
  const phrase = new Set(phraseFields(open))
  const found = open.map((field) => {
    const isCertain = (field.kind === 'text' && field.hidden === true) || phrase.has(field.name)
    return { name: field.name, how: isCertain ? 'certain' : namesSecret(field) }
  })
  const all = [{ name: '', how: asksForSecret(message, false) }, ...found].filter(({ how }) => how !== undefined)
  return {
    secrets: all.map(({ name }) => name),
    doubts: all.filter(({ how }) => how === 'doubt').map(({ name }) => name),
  }
}

const numberedWord = /^\P{L}*(?:\p{L}+\P{L}+)?(?:word|wort|mot|palabra|parola|woord)\P{L}*\d{1,2}\P{L}*$/iu
const shortestPhrase = 12

/** The fields for single words of a wallet's phrase, if there are enough of them. */
function phraseFields(fields: readonly FormField[]): string[] {
  const called = fields.filter(({ name, title }) => [name, title].some((it) => numberedWord.test(visible(it))))
  return called.length >= shortestPhrase ? called.map(({ name }) => name) : []
}

function namesSecret({ kind, name, title, description = '' }: FormField): Suspicion {
  const called = [name, title]
  if (kind !== 'number' || ofFigures.test([...called, description].map(squeezed).join(' ')))
    return surest([...called.map((it) => asksForSecret(it, true)), asksForSecret(description, false)])
  const ofNumbers = called.filter((it) => !ofCounts.test(squeezed(it)))
  return ofNumbers.some((it) => asksForSecret(it, true) !== undefined) ? 'doubt' : undefined
}

/** Names of numbers that count or begin something, even if they could name a secret in words. */
const ofCounts = /s$|^seed$/
