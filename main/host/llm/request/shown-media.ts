import type { ApiMessage, PartBlock, UserBlock } from './blocks.ts'
import { moveMediaOut } from './moved-media.ts'
import { ImageRoom, whyHidden, type ImageSight } from './shown-images.ts'
import { formsOf, isRefused, mostPages, shownAs, type FileSight, type MediaRoom, type Taker } from './shown-files.ts'
import { mapImage, notShown } from './results.ts'
import { noteWords as words } from '../model-words.ts'

/** The images and files that a server takes, and where. */
export type Sight = ImageSight &
  FileSight & {
    /** Whether tool results can contain images and files; otherwise they follow the results. */
    imagesInResults: boolean
    /** Max base64 of all images and files in a request, if it is less than usual. */
    mediaBytes?: number | undefined
  }

/** Max base64 of all images and files in a request; the rest of it is text. */
export const mediaRoom = 24 * 1024 * 1024

/** An image's or file's place in a message. */
type Place<B extends PartBlock = PartBlock> = {
  content: (UserBlock | PartBlock)[]
  at: number
  block: B
  inResult: boolean
}

const placesIn = (content: Place['content'], inResult: boolean): Place[] =>
  content.flatMap((block, at) => {
    if (block.type === 'tool_result') return placesIn(block.content, true)
    return block.type === 'text' ? [] : [{ content, at, block, inResult }]
  })

/** The fate of a request's images and files. */
export type ShownMedia = {
  /** Images that the model can't see at all. */
  unseenImages: number
  /** Files that there was no room for. */
  crowdedOut: number
  /** Files that go in another form because the server refused them, by name. */
  refusedFiles: string[]
}

/**
 * Brings each file into the best form that the model takes and keeps the newest images and files, as many as the server
 * accepts, in places that it accepts. Of others, the model gets the text, or a note. `textRoom`: the bytes that are
 * left for text.
 */
export function showMedia(messages: ApiMessage[], taker: Taker, sight: Sight, textRoom: number): ShownMedia {
  const all = messages.flatMap(({ role, content }) => (role === 'user' ? placesIn(content, false) : []))
  for (const place of all.toReversed()) if (place.block.type === 'file') drawIfBest(place, place.block, taker, sight)
  const places = messages.flatMap(({ role, content }) => (role === 'user' ? placesIn(content, false) : []))
  const hidden = new Map(places.map((place) => [place, hiddenBecause(place, taker, sight)]))
  const visible = places
    .filter(({ block }) => block.type === 'image')
    .filter((place) => hidden.get(place) === undefined)
  const images = new ImageRoom(visible.length, taker, sight)
  const room: MediaRoom = {
    bytes: Math.min(mediaRoom, sight.mediaBytes ?? mediaRoom),
    pages: mostPages(taker.contextTokens),
    text: textRoom,
  }
  const shown: ShownMedia = { unseenImages: 0, crowdedOut: 0, refusedFiles: [] }
  for (const place of places.toReversed()) {
    const { block } = place
    if (block.type === 'image') {
      const why = hidden.get(place)
      if (why !== undefined) {
        shown.unseenImages++
        replace(place, notShown(words.hidden(block.source.media_type, why)))
      } else if (!images.takes(block, room)) replace(place, notShown(words.tooMany))
    } else if (block.type === 'file') {
      const { blocks, isCrowdedOut } = shownAs(block, formsOf(block, taker, sight), room)
      if (isCrowdedOut) shown.crowdedOut++
      if (isRefused(block, sight)) shown.refusedFiles.unshift(block.name)
      replace(place, ...blocks)
    }
  }
  if (!sight.imagesInResults) moveMediaOut(messages)
  return shown
}

/** A file whose pages are best shown as pictures becomes these. */
function drawIfBest(place: Place, file: Extract<PartBlock, { type: 'file' }>, taker: Taker, sight: Sight): void {
  if (formsOf(file, taker, sight)[0] !== 'pictures') return
  const pictures = (file.pictures ?? []).map((data) => mapImage({ data }, false))
  replace(place, notShown(words.picturesFollow(file.about)), ...pictures)
}

/** Why the model can't get an image; undefined if it can, or if it isn't one. */
const hiddenBecause = ({ block, inResult }: Place, taker: Taker, sight: Sight): string | undefined =>
  block.type === 'image' ? whyHidden(block, { ...taker, inResult }, sight) : undefined

const replace = ({ content, at }: Place, ...blocks: PartBlock[]): void => {
  content.splice(at, 1, ...blocks)
}
