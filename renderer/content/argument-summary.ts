import { isObject, type JsonValue } from '../../shared/schema/json.ts'
import { isSecretName, isSecretValue } from '../../shared/text/secret-signs.ts'
import { clip, clipMiddle, head } from '../../shared/text/clip.ts'
import { isPath } from '../../shared/text/path-signs.ts'

/** Max characters of a summary. */
const longest = 80

/** Max arguments in a summary without a path or URL. */
const mostNamed = 3

const isPlace = (text: string): boolean => isPath(text) || /^[a-z][a-z0-9+.-]*:\/\/\S/i.test(text)

const isFrom = /^(?:source|src|from|old)/i
const isTo = /^(?:dest|to(?![a-z])|target|new)/i
const identifies = /(?:^|_)(?:id|name|key|path|file|folder|title|query)$/i

type Argument = { name: string; value: string | number | boolean }

/** In place of a value that a row shouldn't show. The opened call has it whole. */
const mask = '•••'

/** A name that identifies something, such as an id, often has a value that looks random. */
const isSecret = (name: string, value: string | number | boolean): boolean =>
  typeof value === 'string' &&
  (identifies.test(name) ? isSecretName(name) && name !== 'key' : isSecretName(name) || isSecretValue(value))

/** The top-level arguments that fit on a line, without secrets; hidden characters stay for the caller to reveal. */
const plainArguments = (input: JsonValue): Argument[] =>
  isObject(input)
    ? Object.entries(input).flatMap(([name, value]) =>
        typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.trim() !== '')
          ? [{ name, value: isSecret(name, value) ? mask : value }]
          : [],
      )
    : []

const onLine = (text: string): string =>
  head(text, 50 * longest)
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * The object of a call, on one line: the first argument that is a path or URL, or else the first text whose name says
 * that it identifies something.
 */
export function callObject(input: JsonValue): string | undefined {
  const texts = plainArguments(input).flatMap(({ name, value }) =>
    typeof value === 'string' && value !== mask ? [{ name, value }] : [],
  )
  const found = texts.find(({ value }) => isPlace(value)) ?? texts.find(({ name }) => identifies.test(name))
  return found && clipMiddle(onLine(found.value), longest)
}

/**
 * Several calls on one line, by the files of one folder that they name: “reports/report-1…18.md”. Empty if they name
 * other things.
 */
export function filesSummary(inputs: readonly JsonValue[]): string {
  const paths = inputs.map((input) => {
    const found = plainArguments(input).find(({ value }) => typeof value === 'string' && isPlace(value))
    return found === undefined ? '' : onLine(String(found.value))
  })
  const parts = paths.map((path) => /^(.*[\\/])([^\\/]+)$/.exec(path)?.slice(1) ?? [])
  const [[folder, first] = []] = parts
  const last = parts.at(-1)?.[1]
  if (folder === undefined || first === undefined || last === undefined) return ''
  if (parts.some(([of]) => of !== folder)) return ''
  const near = /[^\\/]*[\\/]$/.exec(folder)?.[0] ?? ''
  const names = parts.map(([, name = '']) => name)
  if (names.every((name) => name === first)) return clip(`${near}${first}`, longest)
  const numbered = names.map((name) => /^(.*?)(\d+)(\D*)$/.exec(name)?.slice(1) ?? [])
  const [[before, from, after] = []] = numbered
  const isRange = before !== undefined && numbered.every(([a, , b]) => a === before && b === after)
  return clip(
    isRange ? `${near}${before}${from}…${numbered.at(-1)?.[1]}${after}` : `${near}${first} … ${last}`,
    longest,
  )
}

/** A call in a row: the path or URL, from where to where, or else up to three arguments by name. */
export function argumentSummary(input: JsonValue): string {
  const all = plainArguments(input)
  const places = all.filter(({ value }) => typeof value === 'string' && isPlace(value))
  const [from, to] = [places.find(({ name }) => isFrom.test(name)), places.find(({ name }) => isTo.test(name))]
  if (from && to) return [from, to].map(({ value }) => clipMiddle(onLine(String(value)), longest / 2)).join(' → ')
  const [place] = places
  if (place) return clipMiddle(onLine(String(place.value)), longest)
  const [only, ...others] = all
  if (typeof only?.value === 'string' && others.length === 0) return clip(onLine(only.value), longest)
  const named = all.slice(0, mostNamed).map(({ name, value }) => `${name} ${onLine(String(value))}`)
  return clip(named.join(', '), longest)
}
