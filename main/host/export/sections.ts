import type { MessageOrigin, Part } from '../../../shared/content/attachments.ts'
import { standsIn, textOfResult } from '../../../shared/content/result-part.ts'
import { pagesIn } from '../../../shared/content/extracted.ts'
import { isObject, type JsonValue, type StoredValue } from '../../../shared/schema/json.ts'
import { branchInUse } from '../../../shared/state/branches.ts'
import { sentArguments, type Call, type ModelMessage, type Turn } from '../../../shared/state/conversation.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import type { ConversationFile } from './exported.ts'
import { exportWords as words } from './words.ts'

/** A message or one call. `code` and `prose` are others' text; a `line` is Atrium's. */
export type FileSection = { heading: string; at?: number; parts: SectionPart[] }
type SectionPart =
  | { kind: 'prose'; text: string }
  | { kind: 'line'; text: string }
  | { kind: 'code'; label: string; text: string }
  | { kind: 'image'; label: string; mediaType: string; data: string }

/** The facts about the file, in one line. */
export const fileFacts = ({ atrium, exportedAt, results, project }: ConversationFile): string =>
  [
    words.by(atrium, exportedAt),
    ...(project === undefined ? [] : [words.project(plainLabel(project, 200))]),
    words.branch,
    ...(results ? [] : [words.noResults]),
  ].join(' ')

/** The branch in use, in order. The model's reasoning isn't in it. */
export function* fileSections({ conversation, results }: ConversationFile): Generator<FileSection> {
  const { system } = conversation
  if (system) yield { heading: words.system, parts: [{ kind: 'prose', text: system }] }
  for (const turn of branchInUse(conversation)) yield* sectionsOfTurn(turn, results)
}

function sectionsOfTurn(turn: Turn, results: boolean): FileSection[] {
  const { message, messages, call, undoes, end, problem = '' } = turn
  const own = [...(call ? [call] : []), ...(undoes?.calls ?? [])]
  const written =
    message?.from?.map((it): SectionPart => ({ kind: 'line', text: words.writtenBy(...namesIn(it)) })) ?? []
  const parts = message && [...message.parts.flatMap(partsOf), ...written]
  const ending = end && end !== 'done' ? `${words.ends[end]} ${problem}`.trim() : undefined
  return [
    ...(parts ? [{ heading: words.you, at: turn.startedAt, parts }] : []),
    ...own.map((one) => sectionOfCall(one, results)),
    ...messages.flatMap((one) => [sectionOfMessage(one), ...one.calls.map((made) => sectionOfCall(made, results))]),
    ...(ending === undefined ? [] : [{ heading: '', parts: [{ kind: 'line', text: ending } as const] }]),
  ].filter(({ parts: { length } }) => length > 0)
}

const namesIn = ({ server, tool, changed }: MessageOrigin): [string, string, boolean] => [
  plainLabel(server),
  plainLabel(tool),
  changed === true,
]

function sectionOfMessage(message: ModelMessage): FileSection {
  const texts = message.state === 'partial' ? draftTexts(message.draft) : blockTexts(message.blocks)
  return { heading: plainLabel(message.model) || words.model, at: message.at, parts: texts }
}

const draftTexts = (draft: { kind: string; text: string }[]): SectionPart[] =>
  draft.flatMap(({ kind, text }) => (kind === 'text' && text !== '' ? [{ kind: 'prose', text }] : []))

function blockTexts(blocks: StoredValue): SectionPart[] {
  if (!('json' in blocks)) return [tooLong(words.model, blocks)]
  const list = Array.isArray(blocks.json) ? blocks.json : []
  return list.flatMap((block): SectionPart[] => {
    const text = isObject(block) && block['type'] === 'text' ? block['text'] : undefined
    return typeof text === 'string' && text !== '' ? [{ kind: 'prose', text }] : []
  })
}

function sectionOfCall(call: Call, results: boolean): FileSection {
  const { outcome } = call
  const result = outcome && 'result' in outcome ? outcome.result : undefined
  const said = outcome ? words.outcomes[outcome.status] : words.open
  const problem = outcome && 'problem' in outcome ? ` ${outcome.problem}` : ''
  const mayHaveRun = outcome && 'mayHaveRun' in outcome && outcome.mayHaveRun ? ` ${words.mayHaveRun}` : ''
  return {
    heading: words.call(plainLabel(call.title ?? call.tool), plainLabel(call.server ?? words.noServer)),
    at: call.requestedAt,
    parts: [
      codeOf(words.arguments, sentArguments(call)),
      { kind: 'line', text: `${said}${problem}${mayHaveRun}` },
      ...(results && result ? [codeOf(words.result, result, textOfJson)] : []),
    ],
  }
}

const pretty = (json: JsonValue): string => (typeof json === 'string' ? json : JSON.stringify(json, null, 2))

function textOfJson(json: JsonValue): string {
  if (!isObject(json)) return pretty(json)
  const structured = json['structuredContent'] ?? undefined
  const text = textOfResult(json, 'person')
  const isMissing = structured !== undefined && !standsIn([text], structured)
  return [text, isMissing ? pretty(structured) : ''].filter((it) => it.trim() !== '').join('\n\n') || words.noText
}

const codeOf = (label: string, value: StoredValue, textOf = pretty): SectionPart =>
  'json' in value ? { kind: 'code', label, text: textOf(value.json) } : tooLong(label, value)

const tooLong = (label: string, { bytes, preview }: { bytes: number; preview: string }): SectionPart => ({
  kind: 'code',
  label: `${label}. ${words.tooLong(bytes)}`,
  text: preview,
})

const extracted = (value: JsonValue): string =>
  pagesIn(value)
    .map(({ text }) => text)
    .join('\n\n')

function partsOf(part: Part): SectionPart[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [{ kind: 'prose', text: part.text }]
    case 'image': {
      const label = words.image(plainLabel(part.name))
      const data = 'json' in part.data && typeof part.data.json === 'string' ? part.data.json : undefined
      return data === undefined
        ? [{ kind: 'line', text: label }]
        : [{ kind: 'image', label, mediaType: part.mediaType, data }]
    }
    case 'file':
      return [codeOf(words.file(plainLabel(part.name)), part.data)]
    case 'document':
      return [codeOf(words.file(plainLabel(part.name)), part.text, extracted)]
    case 'audio':
      return [{ kind: 'line', text: words.file(plainLabel(part.name)) }]
    case 'prompt':
      return [codeOf(words.prompt(plainLabel(part.name), plainLabel(part.server)), part.data)]
    case 'resource':
      return [
        codeOf(
          part.page === undefined
            ? words.resource(plainLabel(part.name), plainLabel(part.server))
            : words.appContext(plainLabel(part.page), plainLabel(part.server)),
          part.data,
        ),
      ]
    default:
      return part satisfies never
  }
}
