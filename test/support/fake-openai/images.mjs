import { isObj } from '../fake-model/values.mjs'
import { bad, missing, refuseAs, wrong } from './errors.mjs'

/** The format that an image's first bytes show; undefined unless it is one of four. */
function formatOf(b) {
  if (b.length > 8 && b.readUInt32BE(0) === 0x89504e47) return 'png'
  if (b.length > 6 && b.toString('latin1', 0, 3) === 'GIF') return 'gif'
  if (b.length > 12 && b.toString('latin1', 0, 4) === 'RIFF' && b.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return b.length > 3 && b[0] === 0xff && b[1] === 0xd8 ? 'jpeg' : undefined
}

/** The words for a model that can't see. */
const noSight = {
  llamacpp: () => [
    'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    { status: 500 },
  ], // [src]
  deepseek: () =>
    'Failed to deserialize the JSON body into the target type: messages[0]: unknown variant `image_url`, expected `text`', // [seen]
  openrouter: () => ['No endpoints found that support image input', { status: 404 }], // [seen]
  vllm: () => 'At most 0 image(s) may be provided in one prompt.', // [seen]
  groq: () => 'messages[0].content must be a string', // [seen]
  other: ({ pat }) => ['Invalid content type. image_url is only supported by certain models.', { param: pat }], // [seen]
}

/** Checks an `image_url` part in a message of the user. */
export function checkImage({ d, model, lint }, p, pat) {
  const given = p.image_url
  const url = isObj(given) ? given.url : given
  if (!isObj(given) && d !== 'ollama' && d !== 'mistral') wrong(`${pat}.image_url`, 'an object', given) // [seen]
  if (typeof url !== 'string') missing(`${pat}.image_url.url`)
  if (!model.vision && (d === 'ollama' || d === 'lmstudio')) {
    lint.push(`${pat}: this model has no eyes, the image is lost without a word`)
    return
  }
  if (!model.vision) refuseAs(noSight, d, { pat })
  if (/^https?:/.test(url)) {
    if (d === 'ollama') bad('image URLs are not currently supported, please use base64 encoded data instead') // [src]
    return
  }
  const [, type, data] = /^data:image\/([a-z+]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? []
  if (d === 'ollama' && !['jpeg', 'jpg', 'png', 'webp'].includes(type)) bad('invalid image input') // [src] no gif
  const real = data && formatOf(Buffer.from(data, 'base64'))
  if (!real)
    bad(
      "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
      { code: 'invalid_image_format' },
    ) // [seen]
  if (real !== type.replace('jpg', 'jpeg')) lint.push(`${pat}: says ${type}, is ${real}`)
}
