import type { Question } from '../asks/asks.ts'
import { originOf } from '../text/hosts.ts'
import { isObject, type JsonValue } from '../schema/json.ts'
import { folderOf, isAbsolute, mayLeadAway } from '../text/paths.ts'
import { pointerTo, valueAt } from '../schema/pointer.ts'
import { textPaths } from './conditions.ts'
import { ruleDraft, type Condition, type Rule, type RuleDraft } from './rules.ts'
import { judge, mayDestroy, permits, type Verdict } from './verdict.ts'

/** An argument value that a rule can be limited by, and how. */
export type ArgumentPath = { at: string; value: string | number | boolean; ways: Condition[] }

/** Max values with conditions in one rule. */
export const mostPaths = 20

/** The bounds in a rule's schema. */
const longest = { pointer: 500, value: 2000, folder: 1000, host: 270 }

type Files = NonNullable<Question<'approval'>['files']>

/** The call that a rule is made from, as its question shows it. */
type Called = Pick<Question<'approval'>, 'tool' | 'files'>

/** Top-level argument values, and deeper ones that `named` refers to; up to twenty. */
export function argumentPaths(
  input: JsonValue,
  named: readonly Condition[],
  call: Called,
): { paths: ArgumentPath[]; more: boolean } {
  const onTop = isObject(input) ? Object.keys(input).map((name) => pointerTo('', name)) : []
  const all = [...new Set([...named.map(({ at }) => at), ...onTop])].flatMap((at) => placeAt(input, at, call) ?? [])
  const order = (path: ArgumentPath): number => (onTop.includes(path.at) ? onTop.indexOf(path.at) : onTop.length)
  const paths = all.slice(0, mostPaths).toSorted((a, b) => order(a) - order(b))
  return { paths, more: all.length > mostPaths }
}

function placeAt(input: JsonValue, at: string, call: Called): ArgumentPath | undefined {
  const value = valueAt(input, at)
  if (at.length > longest.pointer || !isChoosable(value)) return undefined
  const ways: Condition[] = []
  if (typeof value === 'string') {
    const folder = isAbsolute(value) ? namedFolder(value, at, call) : undefined
    if (folder !== undefined && folder.length <= longest.folder) ways.push({ at, is: 'under', folder })
    const host = /^https?:/i.test(value) ? originOf(value) : undefined
    if (host !== undefined && host.length <= longest.host) ways.push({ at, is: 'host', hosts: [host] })
  }
  if (typeof value !== 'string' || value.length <= longest.value) ways.push({ at, is: 'one-of', values: [value] })
  return { at, value, ways }
}

const isChoosable = (value: JsonValue | undefined): value is ArgumentPath['value'] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** The folder that an absolute path names: its own, if the disk or the tool's name says that it is a file. */
export function namedFolder(value: string, at: string, { tool, files }: Called): string {
  const file = files?.find((it) => it.at === at && it.path === value)
  const isFile = file ? isFound(file) : isForFiles(tool) && !isFolderName(at) && !/[\\/]$/.test(value)
  return (isFile ? folderOf(value) : undefined) ?? value
}

/** A file that isn't there yet is one if the call says what becomes of it. */
const isFound = ({ found: { state }, effect }: Files[number]): boolean =>
  state === 'absent' ? effect !== undefined : state === 'text' || state === 'binary' || state === 'large'

const isForFiles = (tool: string): boolean => /(?:^|[^a-z])files?(?:$|[^a-z])/i.test(separated(tool))
const isFolderName = (at: string): boolean =>
  /(?:^|[^a-z])(?:dir|directory|folder|root|cwd|workdir|workspace)(?:$|[^a-z])/i.test(separated(at))

const separated = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')

/**
 * The dialog's initial rule: limited to the folders and hosts of this call, and covering it unless it contains text from
 * elsewhere, which a rule covers only by the user's own choice.
 */
export function beginning(
  question: Pick<Question<'approval'>, 'server' | 'tool' | 'definition' | 'claims' | 'files'>,
  input: JsonValue,
): RuleDraft {
  const { server, tool, definition, claims } = question
  const rest = { destructive: mayDestroy(claims), flows: false }
  const narrow = foldersAndHosts(input, question).slice(0, mostPaths)
  return { effect: 'allow', scope: 'always', server, tool, definition, conditions: narrow, ...rest }
}

const foldersAndHosts = (input: JsonValue, call: Called): Condition[] =>
  Object.keys(isObject(input) ? input : {}).flatMap(
    (name) =>
      placeAt(input, pointerTo('', name), call)
        ?.ways.filter(({ is }) => is !== 'one-of')
        .slice(0, 1) ?? [],
  )

/**
 * The rule that allowing a call for the rest of its conversation adds: every call to the tool. If the tool may destroy
 * data, only those in this call's folders and at its hosts; every other text that could be a path must stay the same.
 * Undefined if a tool that may destroy data would get a rule without a limit, or with too many.
 */
export function conversationRule(
  question: Pick<Question<'approval'>, 'server' | 'tool' | 'definition' | 'claims' | 'files'>,
  input: JsonValue,
  conversation: string,
): RuleDraft | undefined {
  const draft: RuleDraft = { ...beginning(question, input), scope: { conversation } }
  if (!mayDestroy(question.claims)) return { ...draft, conditions: [] }
  const narrow = foldersAndHosts(input, question)
  if (narrow.length === 0 || !isObject(input)) return undefined
  const same: Condition[] = [...textPaths(input)]
    .filter(({ at, text, isName }) => !isName && mayLeadAway(text) && narrow.every((it) => it.at !== at))
    .map(({ at, text }) => ({ at, is: 'one-of', values: [text] }))
  const rule: RuleDraft = { ...draft, conditions: [...narrow, ...same], staysInPlace: true }
  const fits = ruleDraft.safeParse(rule).success
  return fits && permits(rule, input) ? rule : undefined
}

/** The rules' verdict on a call if this rule were added. The call carries data if it isn't known not to. */
export function verdictWith(
  draft: RuleDraft,
  { question, conversation, input }: { question: Question<'approval'>; conversation: string; input: JsonValue },
  rules: readonly Rule[],
): Verdict {
  const call = { ...question, conversation, arguments: isObject(input) ? input : {} }
  const hasForeignText = question.flows === undefined || question.flows.length > 0
  return judge(call, [...rules, { ...draft, id: '', actor: '' }], hasForeignText)
}

/** The limits to choose from for a value: its own, the folder above its folder, and the one that is set now. */
export function limitChoices({ at, ways }: ArgumentPath, current: Condition | undefined): Condition[] {
  const above = ways.flatMap((way): Condition[] => {
    const folder = way.is === 'under' ? folderOf(way.folder) : undefined
    return folder === undefined ? [] : [{ at, is: 'under', folder }]
  })
  const [first, ...others] = ways
  const all = [...(first ? [first] : []), ...above, ...others]
  const isListed = all.some((it) => JSON.stringify(it) === JSON.stringify(current))
  return current === undefined || isListed ? all : [current, ...all]
}

/** The conditions, with this one replacing any on the same value. */
export const withCondition = (all: readonly Condition[], at: string, condition: Condition | undefined): Condition[] => [
  ...all.filter((it) => it.at !== at),
  ...(condition ? [condition] : []),
]

/** Whether the host would accept the conditions. */
export const isComplete = (conditions: readonly Condition[]): boolean =>
  conditions.every((condition) => condition.is !== 'under' || isAbsolute(condition.folder))
