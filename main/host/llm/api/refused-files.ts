import { isObject, parseJson, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { Carried } from '../../../../shared/config/profiles.ts'
import type { FileBlock } from '../request/blocks.ts'
import { fileHash, type FileSight } from '../request/shown-files.ts'
import type { Lesson } from './api.ts'

/** A refusal, as far as it says anything about files. */
export type FileRefusal = { status: number | undefined; message: string; param?: string }

/** Statuses that refuse what a request contains. */
const refusals = new Set<number | undefined>([400, 404, 413, 422, 500])

/** Sentences of servers and models that take no PDF files at all. */
const noDocuments =
  /not support (?:file content|PDF input|documents?\b)|support file input|unsupported content\[\]|part type: ['"]?file|must have a file_id|'url' field must be|invalid message format|PDF input is not supported/i
/** The same of sounds. */
const noAudio =
  /input_audio is only supported|audio input is not supported|support input audio|At most 0 audio|unknown variant `input_audio`|part type: ['"]?(?:input_)?audio|invalid message format/i
/** Words that speak of a file. */
const ofFile = /\bpdf\b|\bdocuments?\b|\bfiles?\b|file_data|input_file|\baudio\b|input_audio/i

/** Refusals of a tool's definition, whose words can be any. */
const ofTool = /\btools?[.[]|schema|function_declaration/i

type Taught = Pick<Lesson, 'feature' | 'form'>

/**
 * The forms that a refusal teaches about the files of a request: none of a kind, or no longer these. If the refusal
 * doesn't say which file it means, it means all that went as they are.
 */
export function taughtOfFiles(
  { status, message, param = '' }: FileRefusal,
  { json, files }: { json: string; files: readonly FileBlock[] },
): Taught[] {
  const text = `${param} ${message}`
  if (files.length === 0 || !refusals.has(status)) return []
  const [documents, sounds] = [files.filter(({ kind }) => kind === 'pdf'), files.filter(({ kind }) => kind !== 'pdf')]
  const none: Taught[] = [
    ...(documents.length > 0 && noDocuments.test(text) ? [{ feature: 'documents' as const, form: 'none' }] : []),
    ...(sounds.length > 0 && noAudio.test(text) ? [{ feature: 'audio' as const, form: 'none' }] : []),
  ]
  const isOther = !ofFile.test(text) || ofTool.test(text) || status === 404 || status === 500
  if (none.length > 0 || isOther) return none
  const named = namedIn(text, json, files)
  const hashes = new Set((named.length > 0 ? named : files).map(({ data }) => fileHash(data)))
  return [...hashes].map((hash) => ({ feature: `file:${hash}` as const, form: 'text' }))
}

/** The files that a refusal names, by their place in the request or their name. */
function namedIn(text: string, json: string, files: readonly FileBlock[]): FileBlock[] {
  const [path] = /\b(?:messages|input)(?:[.[]+\w+\]?){2,}/.exec(text) ?? []
  const place = path === undefined ? undefined : valueAt(parseJson(json), path)
  const placed = place === undefined ? '' : JSON.stringify(place)
  const found = files.filter(({ data }) => placed.includes(data))
  return found.length > 0 ? found : files.filter(({ name }) => text.includes(`'${name}'`))
}

/** The value at a path such as `messages.0.content[1].file`, as deep as the request has it. */
function valueAt(body: JsonValue | undefined, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = body
  for (const step of path.split(/[.[\]]+/).filter(Boolean)) {
    const next: JsonValue | undefined = Array.isArray(value) ? value[Number(step)] : at(value, step)
    // A validator's path also has the types of blocks.
    if (next !== undefined) value = next
  }
  return value === body ? undefined : value
}

const at = (value: JsonValue | undefined, key: string): JsonValue | undefined =>
  isObject(value) ? (value satisfies JsonObject)[key] : undefined

/** The files that a server passes on to a model, after these lessons. */
export function filesAfter(lessons: readonly Lesson[], carries: Carried): FileSight {
  const isOut = (kind: keyof Carried) => lessons.some(({ feature, form }) => feature === kind && form === 'none')
  return {
    carries: { documents: carries.documents && !isOut('documents'), audio: carries.audio && !isOut('audio') },
    refusedFiles: new Set(
      lessons.flatMap(({ feature }) => (feature.startsWith('file:') ? [feature.slice('file:'.length)] : [])),
    ),
  }
}
