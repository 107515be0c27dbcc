import type { ImageBlock, ResultBlock, ApiMessage, UserBlock } from './blocks.ts'
import type { ImageType } from '../../../../shared/content/attachments.ts'
import { readImage } from './images.ts'
import { notShown } from './results.ts'
import { noteWords as words } from '../model-words.ts'

/** The images that a server takes, and where. */
export type Sight = {
  /** Image types it decodes. */
  images: ImageType[]
  /** How many images in one request, and of how many characters of base64 together. */
  imageLimits?: { most: number; bytes: number }
  /** Whether tool results can contain images; otherwise they follow the results. */
  imagesInResults: boolean
  /** The images that are sent if it's unknown whether the model sees any. `own` are the user's; default `all`. */
  unknownSight?: 'all' | 'own' | 'none'
}

/** A request's model: its context in tokens, and whether it sees images, if known. */
type Viewer = { contextTokens: number; images?: boolean | undefined }

/** Max base64 of all images in a request; the rest of it is text. */
export const imageRoom = 24 * 1024 * 1024
/** With more images than this, each is limited to the size below. */
const manyImages = 20
const widestOfMany = 2000

/** An image's position in a message, for replacing it. */
type Place = { content: UserBlock[] | ResultBlock['content']; at: number; image: ImageBlock; inResult: boolean }

const imagesIn = (content: Place['content'], inResult: boolean): Place[] =>
  content.flatMap((block, at) => {
    if (block.type === 'tool_result') return imagesIn(block.content, true)
    return block.type === 'image' ? [{ content, at, image: block, inResult }] : []
  })

/**
 * Keeps the newest images, as many as the server accepts, in places that it accepts. Others become a note that an image
 * was there. Returns how many the model can't see at all.
 */
export function showImages(messages: ApiMessage[], viewer: Viewer, sight: Sight): number {
  const all = messages.flatMap(({ role, content }) => (role === 'user' ? imagesIn(content, false) : []))
  const places = all.filter((place) => {
    const why = hidden(place, viewer, sight)
    if (why !== undefined) replace(place, words.hidden(place.image.source.media_type, why))
    return why === undefined
  })
  const { most, bytes } = sight.imageLimits ?? { most: Infinity, bytes: imageRoom }
  const mostShown = Math.min(most, viewer.contextTokens > 200_000 ? 600 : 100)
  let kept = 0
  let room = bytes
  for (const place of places.toReversed()) {
    room -= place.image.source.data.length
    if (kept < mostShown && room >= 0 && (places.length <= manyImages || isSmall(place.image))) kept++
    else replace(place, words.tooMany)
  }
  if (!sight.imagesInResults) moveImagesOut(messages)
  return all.length - places.length
}

/** Moves the images of results behind the results, in each message. */
function moveImagesOut(messages: ApiMessage[]): void {
  let names = new Map<unknown, unknown>()
  for (const { role, content } of messages) {
    if (role === 'user') moveOut(content, names)
    else names = new Map(content.map(({ id, name }) => [id, name]))
  }
}

/** Why a model can't get an image; undefined if it can. */
function hidden({ image, inResult }: Place, { images: sees }: Viewer, { images, unknownSight = 'all' }: Sight) {
  if (!images.includes(image.source.media_type)) return words.serverCannot
  if (sees === false) return words.modelCannot
  const isTold = sees === true || unknownSight === 'all' || (unknownSight === 'own' && !inResult)
  return isTold ? undefined : words.unknownSight
}

const replace = ({ content, at }: Place, what: string): void => {
  content[at] = notShown(what)
}

const isSmall = ({ source }: ImageBlock): boolean => {
  const facts = readImage(source.data)
  return facts !== undefined && facts.width <= widestOfMany && facts.height <= widestOfMany
}

/**
 * Moves the images of results behind the last result of that answer, each after a line that says whose it is. `names`
 * has the tools by the IDs of the calls.
 */
function moveOut(content: UserBlock[], names: ReadonlyMap<unknown, unknown>): void {
  const results = content.filter((block) => block.type === 'tool_result')
  const moved = results.flatMap((result) =>
    imagesIn(result.content, true).flatMap((place, at): UserBlock[] => {
      const { tool_use_id: id } = result
      const which = words.which(at + 1, String(names.get(id)), id)
      replace(place, words.follows(which))
      return [notShown(words.fromTool(which)), place.image]
    }),
  )
  content.splice(results.length, 0, ...moved)
}
