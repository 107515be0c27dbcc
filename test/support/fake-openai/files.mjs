import { beginsAsPdf, bytesOf, readPdf, soundOf } from '../fake-model/files.mjs'
import { isObj } from '../fake-model/values.mjs'
import { bad, missing, refuseAs, unknownParameter, wrong } from './errors.mjs'

/** Files and sounds: who takes them, in which form, and what their bytes must be. */

const largestFiles = 50_000_000

const onlyFor = (at, role) =>
  bad(
    `Invalid '${at}'. Files are only allowed for messages with role 'user', but this message with role '${role}' contains a file.`,
    { param: at, code: 'invalid_value' },
  ) // [guess]

const noFiles = {
  ollama: () => 'invalid message format', // [src]
  lmstudio: () => "'url' field must be a base64 encoded image.", // [seen]
  llamacpp: () => 'unsupported content[].type', // [src]
  vllm: () => 'Unknown part type: file', // [guess]
  deepseek: () => 'file must have a file_id or file_data', // [seen] whatever it has
  groq: ({ pat }) =>
    `'${pat.replace(/\[(\d+)\]/g, '.$1')}.type' : value is not one of the allowed values ['text','image_url']`, // [seen] form
  mistral: () => ['Input tag does not match any of the expected tags', { status: 422 }], // [guess]
}

const modelWithoutFiles = {
  openrouter: () => ['No endpoints found that support file input', { status: 404 }], // [guess]
  gemini: () => 'Invalid content part type: file', // [guess]
  other: ({ pat }) => ['This model does not support file content types.', { param: pat, code: 'invalid_value' }], // [seen]
}

/** Checks a `file` part of a chat message. */
export function checkFile(c, p, { role, at, pat }) {
  const { d, model, st } = c
  refuseAs(noFiles, d, { pat })
  if (role !== 'user') onlyFor(at, role)
  const takes = model.files && !(d === 'gemini' && st.scenario.strict_files)
  // OpenRouter reads for a model that can't, with the engine that the request names, or with its own choice.
  if (!takes && (d !== 'openrouter' || engineOf(c.body) === 'native')) refuseAs(modelWithoutFiles, d, { pat })
  if (d === 'openrouter') noteEngine(c, pat)
  const { file } = p
  if (!isObj(file)) wrong(`${pat}.file`, 'an object', file)
  for (const k of Object.keys(file))
    if (!['filename', 'file_data', 'file_id'].includes(k)) unknownParameter(`${pat}.file.${k}`) // [seen]
  if (file.file_id !== undefined && file.file_data === undefined) return
  if (file.file_data === undefined) missing(`${pat}.file.file_id`) // [seen]
  checkData(c, file, `${pat}.file`, ['application/pdf'])
}

const engineOf = ({ plugins }) =>
  Array.isArray(plugins) ? plugins.find((it) => it?.id === 'file-parser')?.pdf?.engine : undefined

/** Without an engine, OpenRouter chooses one: it can cost money and be a third party's. */
function noteEngine(c, pat) {
  if (engineOf(c.body) !== undefined) return
  c.lint.push(`${pat}: a file without an engine, which may be read by a third party for money`)
  if (!c.model.files) c.parses = true
}

/** Checks the plugins of OpenRouter. */
export function checkPlugins({ body, d }) {
  if (d !== 'openrouter' || body.plugins === undefined) return
  if (!Array.isArray(body.plugins)) wrong('plugins', 'an array of objects', body.plugins)
  for (const plugin of body.plugins) {
    if (!isObj(plugin) || typeof plugin.id !== 'string') bad('plugins: expected an id') // [guess]
    const engine = plugin.id === 'file-parser' ? plugin.pdf?.engine : undefined
    if (engine !== undefined && !['native', 'mistral-ocr', 'cloudflare-ai', 'pdf-text'].includes(engine))
      bad(`plugins: unknown engine ${engine}`) // [guess]
  }
}

/** Checks the bytes of a file and their name. Without `types`, every type is taken. */
function checkData(c, { filename, file_data: url }, at, types) {
  if (typeof url !== 'string') wrong(`${at}.file_data`, 'a string', url)
  if (typeof filename !== 'string' || filename === '') missing(`${at}.filename`) // [seen]
  const [, type, data] = /^data:([\w.+-]+\/[\w.+-]+);base64,(.*)$/s.exec(url) ?? []
  const hint =
    "Expected a base64-encoded data URL with an application/pdf MIME type (e.g. 'data:application/pdf;base64,aGVsbG8=')"
  const refuse = (but) =>
    bad(`Invalid file data: '${at}.file_data'. ${hint}, but ${but}.`, {
      param: `${at}.file_data`,
      code: 'invalid_value',
    }) // [seen]
  if (type === undefined) refuse('got a value without the `data:` prefix')
  if (types && !types.includes(type)) refuse(`unsupported MIME type '${type}'`)
  const bytes = bytesOf(data)
  if (!bytes) refuse('got invalid base64')
  c.fileBytes = (c.fileBytes ?? 0) + bytes.length
  if (c.fileBytes > largestFiles) bad('Files exceed the limit of 50 MB per request.', { code: 'file_too_large' }) // [guess]
  if (type !== 'application/pdf') return
  if (!beginsAsPdf(bytes)) refuse('the content is not a PDF') // [guess]
  if (!readPdf(bytes) || c.st.scenario.unreadable_pdf)
    bad(`The file '${filename}' could not be processed.`, { param: `${at}.file_data`, code: 'invalid_file' }) // [guess]
  if (readPdf(bytes).locked)
    bad(`The file '${filename}' is password protected.`, { param: `${at}.file_data`, code: 'invalid_file' }) // [guess]
}

const inputFields = ['type', 'filename', 'file_data', 'file_id', 'file_url', 'detail', 'prompt_cache_breakpoint']

/** Checks an `input_file` part of Responses, in a message or in the result of a call. */
export function checkInputFile(c, p, at) {
  for (const k of Object.keys(p)) if (!inputFields.includes(k)) unknownParameter(`${at}.${k}`)
  const given = ['file_data', 'file_id', 'file_url'].filter((k) => p[k] !== undefined && p[k] !== null)
  if (given.length === 0) missing(`${at}.file_id`)
  if (given.length > 1)
    bad(`Mutually exclusive parameters: '${at}'. Provide only one of ${given.join(', ')}.`, { param: at }) // [seen] form
  if (p.detail !== undefined && !['auto', 'low', 'high'].includes(p.detail))
    bad(`Invalid value: '${p.detail}'. Supported values are: 'auto', 'low', and 'high'.`, {
      param: `${at}.detail`,
      code: 'invalid_value',
    })
  if (!c.model.files) bad('This model does not support file content types.', { param: at, code: 'invalid_value' }) // [seen]
  if (given[0] === 'file_data') checkData(c, p, at)
}

const noSound = {
  ollama: () => 'invalid message format', // [src]
  lmstudio: () => "Invalid content part type: 'input_audio'", // [guess]
  deepseek: () =>
    'Failed to deserialize the JSON body into the target type: messages[0]: unknown variant `input_audio`, expected `text`', // [guess]
  groq: noFiles.groq,
  mistral: noFiles.mistral,
}
const modelWithoutSound = {
  llamacpp: () => [
    'audio input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    { status: 500 },
  ], // [src]
  vllm: () => 'At most 0 audio(s) may be provided in one prompt.', // [guess]
  openrouter: () => ['No endpoints found that support input audio', { status: 404 }], // [seen]
  other: ({ pat }) => ['Invalid content type. input_audio is only supported by certain models.', { param: pat }],
}

/** Checks an `input_audio` part of a chat message. */
export function checkAudio({ d, model }, p, { role, at, pat }) {
  refuseAs(noSound, d, { pat })
  if (role !== 'user') onlyFor(at, role)
  if (!model.audio) refuseAs(modelWithoutSound, d, { pat })
  const { format, data } = isObj(p.input_audio) ? p.input_audio : {}
  if (!['wav', 'mp3'].includes(format))
    bad("input_audio.format must be either 'wav' or 'mp3'", {
      param: `${pat}.input_audio.format`,
      code: 'invalid_value',
    }) // [src]
  const bytes = bytesOf(data)
  const refuse = (why) =>
    bad(`Invalid value for '${pat}.input_audio.data': ${why}.`, { param: pat, code: 'invalid_value' }) // [guess]
  if (!bytes) refuse('expected base64-encoded audio')
  if (soundOf(bytes) !== format) refuse(`the audio is not ${format}`)
}

/** Tokens of a file or a sound, roughly; undefined for any other part. */
export function tokensOfFile({ type, file, file_data: given, input_audio: sound }) {
  const url = type === 'file' && isObj(file) ? file.file_data : given
  if (typeof url === 'string' && url.startsWith('data:application/pdf;base64,')) {
    const bytes = bytesOf(url.slice(url.indexOf(',') + 1))
    return (bytes && readPdf(bytes)?.pages) * 1500 || 1500
  }
  return type === 'input_audio' && isObj(sound) ? 32 + String(sound.data).length / 1000 : undefined
}
